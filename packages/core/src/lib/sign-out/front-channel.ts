import type { Context, SessionContext } from '../request/context.ts'
import { InvalidRequest } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { withCookiesOnFailure } from '../failures/cookies-on-failure.ts'
import { findDevice } from '../sessions/devices/registry.ts'
import { setEndedNotice } from '../sessions/endings/ended-notice.ts'
import { endSessions } from '../sessions/endings/endings.ts'
import { findMarks } from '../sessions/endings/session-generations.ts'
import { selectStrategy } from '../sessions/select.ts'
import { clearSessionCookie } from '../sessions/session-cookie.ts'
import type { Current } from '../sessions/strategy.ts'

const REASON = 'front-channel'

function readParameter({ request }: Context, name: 'iss' | 'sid'): string {
  const value = request.query.get(name)
  if (value && !request.duplicates.has(name)) return value
  throw new InvalidRequest(`The front-channel logout request needs exactly one \`${name}\`.`)
}

/** By which provider a session was opened, and the key of the session there. */
async function findSource(
  { config }: SessionContext,
  { sessionId, userId = '', signedInBy, providerSession }: Current,
): Promise<readonly unknown[]> {
  if (config.session.strategy === 'jwt') return [signedInBy?.p, providerSession]
  const device = await findDevice(config, { sessionId, userId })
  return [device?.provider, device?.providerSession]
}

/**
 * Ends the session of the request if the session at the provider of the address that `iss` and `sid` name has opened it (OpenID
 * Connect Front-Channel Logout 1.0, section 2). Nothing is signed, so that both are asked for: the cookie, and the name of that
 * session, which nobody knows but the provider and its applications. What a browser says is not for a frame ends nothing: a page
 * that somebody opens, an image, or a page that a service worker fetches, with cookies that the link alone would not have brought.
 *
 * @returns the cookies of the request; if the session has ended, without its cookie, and with word of why for the sign-in page
 * @throws InvalidRequest when `iss` or `sid` is missing, or there twice
 * @throws AdapterError when the store fails
 */
export async function endInFrame(context: Context): Promise<CookieJar> {
  const { config, jar, request } = context
  const [issuer, sid] = [readParameter(context, 'iss'), readParameter(context, 'sid')]
  if (!/^i?frame$/.test(request.headers.get('sec-fetch-dest') ?? 'frame')) return jar
  const current = await selectStrategy(config).current(context)
  if (!current) return jar
  const named = await findMarks(config, { providerSession: { issuer, sid } })
  const [provider, session] = await findSource(context, current)
  if (named?.s === undefined || session !== named.s || provider !== request.providerId) return jar
  const { sessionId: id, userId, owner: user = userId } = current
  // Without its cookie, no later request can be told why.
  const ended = setEndedNotice(context, clearSessionCookie(context), REASON)
  const end = (): Promise<void> =>
    endSessions(config, { kind: 'session', id, user }, { reason: REASON, by: user })
  // A sealed session ends in this browser whatever the store does; the row of another could not be ended without its cookie.
  await (config.session.strategy === 'jwt' ? withCookiesOnFailure(ended, end) : end())
  return ended
}

import type { Context, SessionContext } from '../request/context.ts'
import { InvalidRequest } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { withCookiesOnFailure } from '../failures/cookies-on-failure.ts'
import { findDevice } from '../sessions/devices/registry.ts'
import { setEndedNotice } from '../sessions/endings/ended-notice.ts'
import { endSessions } from '../sessions/endings/endings.ts'
import { findMarks } from '../sessions/endings/session-generations.ts'
import { selectOwn } from '../sessions/select.ts'
import { clearSessionCookie } from '../sessions/session-cookie.ts'
import type { Current } from '../sessions/strategy.ts'

const FRONT_CHANNEL = 'front-channel'

function readParameter({ request }: Context, name: 'iss' | 'sid'): string {
  const value = request.query.get(name)
  if (value && !request.duplicates.has(name)) return value
  throw new InvalidRequest(`The front-channel logout request needs exactly one \`${name}\`.`)
}

/** The provider that opened a session, and the key of its session there. */
async function findSource(
  { config }: SessionContext,
  { sessionId, userId = '', signedInBy, providerSession }: Current,
): Promise<readonly unknown[]> {
  if (config.session.strategy === 'jwt') return [signedInBy?.p, providerSession]
  const device = await findDevice(config, { sessionId, userId })
  return [device?.provider, device?.providerSession]
}

/**
 * Ends the session of the request if the provider session that `iss` and `sid` name has opened it (OpenID Connect Front-Channel Logout
 * 1.0, section 2). The request is not signed. It needs both the cookie and the `sid`, which only the provider and its applications
 * know. A request that is not for a frame, by its `sec-fetch-dest`, ends nothing: a page that a person opens, an image, or a fetch by a
 * service worker, which may have cookies that the link alone would not have.
 *
 * @returns the cookies of the request; after the end of the session, without its cookie, and with the reason for the sign-in page
 * @throws InvalidRequest when `iss` or `sid` is missing or repeated
 * @throws AdapterError when the store fails
 */
export async function endInFrame(context: Context): Promise<CookieJar> {
  const { config, jar, request } = context
  const [issuer, sid] = [readParameter(context, 'iss'), readParameter(context, 'sid')]
  if (!/^i?frame$/.test(request.headers.get('sec-fetch-dest') ?? 'frame')) return jar
  // The session that the provider has opened, also where its user acts for another one.
  const current = await selectOwn(context).current(context)
  if (!current) return jar
  const named = await findMarks(config, { providerSession: { issuer, sid } })
  const [provider, session] = await findSource(context, current)
  if (named?.s === undefined || session !== named.s || provider !== request.providerId) return jar
  const { sessionId: id, userId, owner: user = userId } = current
  // Set now: without the session cookie, no later request finds the reason.
  const ended = setEndedNotice(context, clearSessionCookie(context, 'signed-out'), FRONT_CHANNEL)
  const end = (): Promise<void> =>
    endSessions(config, { kind: 'session', id, user }, { reason: FRONT_CHANNEL, by: user })
  // A sealed session ends in this browser even when the store fails. A stored one keeps its cookie then, to be ended later.
  await (config.session.strategy === 'jwt' ? withCookiesOnFailure(ended, end) : end())
  return ended
}

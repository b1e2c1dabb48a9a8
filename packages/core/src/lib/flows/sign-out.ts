import type { Context } from '../context.ts'
import { asError } from '../errors/auth-error.ts'
import { AdapterError, InvalidProvider, SignOutError } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../lazy.ts'
import type { AskedProvider, SessionProvider } from '../logout/session-provider.ts'
import { withCookiesOnFailure } from '../responses/cookies-on-failure.ts'
import { selectStrategy } from '../session/select.ts'
import { clearSessionCookie } from '../session/session-cookie.ts'

/** The cookies of the request, without the session. */
async function revoke(context: Context): Promise<CookieJar> {
  try {
    return await selectStrategy(context.config).revoke(context)
  } catch (cause) {
    if (!(cause instanceof AdapterError)) throw cause
    throw new SignOutError('The store failed while the session was being ended.', { err: cause })
  }
}

/** A sealed session is nothing but its cookie, so that it ends in this browser whatever the store does. */
async function revokeSealed(context: Context): Promise<CookieJar> {
  const jar = clearSessionCookie(context)
  return withCookiesOnFailure(jar, async () => {
    try {
      return await revoke(context)
    } catch (error) {
      if (error instanceof SignOutError) error.cookies = jar.changes()
      throw error
    }
  })
}

// Most sign-outs end here.
const rpInitiated = lazy(() => import('../logout/rp-initiated.ts'))
const forms = lazy(() => import('../responses/end-session.ts'))

/** @param given - `provider` of a form, of JSON, or of the options of a call */
function askedProvider(given: unknown): AskedProvider | undefined {
  if (given === true || given === 'true') return true
  return typeof given === 'string' && given !== '' && given !== 'false' ? given : undefined
}

/** How the browser can be sent to a provider: a script and a server function follow an address, a form shows pages as well. */
export type Leave = 'address' | 'page'

async function leave(
  context: Context,
  ended: SessionProvider,
  how: Leave,
): Promise<FlowResult | undefined> {
  const { endSessionRequest, signedOutUrl } = await rpInitiated()
  const request = await endSessionRequest(context, ended)
  if (!request) return undefined
  const { provider, url, action, fields, withoutIdToken, jar } = request
  const { config } = context
  config.log.info(
    'register-address',
    `Register ${signedOutUrl(context)} as post-logout redirect URI with "${provider.id}": it shows an error otherwise, or returns nobody.`,
  )
  if (url === undefined && how === 'page') {
    const { endSessionForm } = await forms()
    return endSessionForm({ ...context, jar }, { action, name: provider.name, fields })
  }
  return { kind: 'redirect', to: url ?? withoutIdToken, status: 303, jar }
}

/** The session is over by now, whatever becomes of the rest. */
async function leaveQuietly(
  context: Context,
  ended: SessionProvider,
  how: Leave,
): Promise<FlowResult | undefined> {
  try {
    return await leave(context, ended, how)
  } catch (cause) {
    const { id } = ended.provider
    const message = `The session ended here, and the browser could not be sent to "${id}" to end it there as well.`
    context.config.log.error(new SignOutError(message, { err: asError(cause) }))
    return undefined
  }
}

/** Has to be known before the session is over. A store that cannot tell keeps nobody from signing out here. */
async function findEnding(context: Context): Promise<SessionProvider | undefined> {
  const asked = askedProvider(context.request.body.get('provider'))
  if (asked === undefined) return undefined
  try {
    const { findSessionProvider } = await rpInitiated()
    return await findSessionProvider(context, asked)
  } catch (error) {
    if (error instanceof InvalidProvider) throw error
    context.config.log.error(asError(error))
    return undefined
  }
}

/**
 * Ends the session of the request, and then, where `provider` asks for it, sends the browser to the provider to end it there.
 *
 * @throws FlowFailure with a SignOutError and the cookies that end a sealed session, when the store fails
 * @throws SignOutError when the store fails with a session in it: that goes on, and cannot be ended without its cookie
 * @throws InvalidProvider when a provider is named that is not configured
 */
export async function endSession(context: Context, how: Leave): Promise<FlowResult> {
  const ending = await findEnding(context)
  const isSealed = context.config.session.strategy === 'jwt'
  const jar = await (isSealed ? revokeSealed(context) : revoke(context))
  const left = ending && (await leaveQuietly({ ...context, jar }, ending, how))
  return left ?? { kind: 'redirect', to: context.returnTo, jar }
}

/** POST signout; see {@link endSession}. */
export async function signOut(context: Context): Promise<FlowResult> {
  const script = context.request.headers.has('x-auth-return-redirect')
  return endSession(context, script ? 'address' : 'page')
}

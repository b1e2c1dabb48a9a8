import type { Context } from '../request/context.ts'
import { AdapterError, SignOutError } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { withCookiesOnFailure } from '../failures/cookies-on-failure.ts'
import { selectStrategy } from '../sessions/select.ts'
import { clearSessionCookie } from '../sessions/session-cookie.ts'
import type { Leave } from './leave.ts'
import type { AskedProvider } from './session-provider.ts'

// Few sign-outs end more than the session of the request.
const loadEverywhere = lazy(() => import('./everywhere.ts'))

/** Whether the sign-out is for all devices: `everywhere` of a form, of JSON, or of the options of a call. */
function isForAll({ request: { body } }: Context): boolean {
  const given = body.get('everywhere') ?? ''
  return given !== '' && given !== false && given !== 'false'
}

/** The cookies of the request, without the session. */
async function revoke(context: Context): Promise<CookieJar> {
  try {
    if (isForAll(context)) await (await loadEverywhere()).endOthers(context)
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
const loadLeaving = lazy(() => import('./leave.ts'))

/** @param given - `provider` of a form, of JSON, or of the options of a call */
function askedProvider(given: unknown): AskedProvider | undefined {
  if (given === true || given === 'true') return true
  return typeof given === 'string' && given !== '' && given !== 'false' ? given : undefined
}

/**
 * Finds out at which provider the session is to end as well, while there is a session that says so.
 *
 * @returns the way there, with the cookies by then; nothing where none was asked for
 */
async function prepareLeaving(
  context: Context,
  how: Leave,
): Promise<((jar: CookieJar) => Promise<FlowResult | undefined>) | undefined> {
  const asked = askedProvider(context.request.body.get('provider'))
  if (asked === undefined) return undefined
  const { findEnding, leaveQuietly } = await loadLeaving()
  const ending = await findEnding(context, asked)
  return ending && ((jar) => leaveQuietly({ ...context, jar }, ending, how))
}

/**
 * Ends the session of the request, with `everywhere` all others of the user before it, and then, where `provider` asks for it, sends the browser to the provider to end it there.
 *
 * @throws FlowFailure with a SignOutError and the cookies that end a sealed session, when the store fails
 * @throws SignOutError when the store fails with a session in it: that goes on, and cannot be ended without its cookie
 * @throws InvalidConfiguration and nothing ends, with `everywhere` where sealed sessions cannot be ended
 * @throws MissingAdapterMethods and nothing ends, with `everywhere` where the store cannot find the sessions of a user
 * @throws InvalidProvider when a provider is named that is not configured
 */
export async function endSession(context: Context, how: Leave): Promise<FlowResult> {
  if (isForAll(context)) (await loadEverywhere()).requireEndings(context.config)
  const goOn = await prepareLeaving(context, how)
  const isSealed = context.config.session.strategy === 'jwt'
  const jar = await (isSealed ? revokeSealed(context) : revoke(context))
  return (await goOn?.(jar)) ?? { kind: 'redirect', to: context.returnTo, jar }
}

/** POST signout; see {@link endSession}. */
export async function signOut(context: Context): Promise<FlowResult> {
  const script = context.request.headers.has('x-auth-return-redirect')
  return endSession(context, script ? 'address' : 'page')
}

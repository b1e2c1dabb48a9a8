import { passGate } from '../accounts/gate.ts'
import type { PrepareSignIn } from '../accounts/pending-sign-in.ts'
import type { Evidence, Proof } from '../accounts/proof.ts'
import { withParameters, type Context } from '../context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/classes.ts'
import { emit } from '../events/emit.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../lazy.ts'
import { loadRevocation } from '../revocation/load.ts'
import { selectStrategy } from '../session/select.ts'
import type { Identity } from '../session/strategy.ts'
import { note } from '../trace/trace.ts'

function destination({ config, origin, returnTo }: Context, isNewUser: boolean): string {
  const { newUser } = config.pages
  if (!isNewUser || newUser === undefined) return returnTo
  return withParameters(new URL(newUser, origin.href), { callbackUrl: returnTo })
}

// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

const lastUsed = lazy(() => import('../responses/last-used.ts'))

/** The cookies, with the way in that was used, where there are others. */
async function keepWayIn(
  context: Context,
  jar: CookieJar,
  { account }: Identity,
): Promise<CookieJar> {
  if (!account || context.config.providers.size < 2) return jar
  try {
    return (await lastUsed()).rememberWayIn(context, jar, account.provider)
  } catch (error) {
    // The session has been made, and only a mark is missing.
    context.config.log.error(asError(error))
    return jar
  }
}

const loadNewDevice = lazy(() => import('../limits/new-device.ts'))

async function issue(context: Context, identity: Identity): Promise<FlowResult> {
  const { user, account, profile, isNewUser, signedInAt } = identity
  const to = destination(context, isNewUser)
  const { jar: withSession, issued } = await selectStrategy(context.config).issue(context, identity)
  note(context, 'session', issued ? 'issued' : 'none')
  // Nobody signed in who was given no session.
  if (!issued) return { kind: 'redirect', to: context.returnTo, jar: withSession }
  // Who adds a way in to a session has not signed in.
  const isSignIn = signedInAt === undefined
  const jar = isSignIn ? await keepWayIn(context, withSession, identity) : withSession
  await emit(context.config, 'signIn', {
    user,
    account,
    ...(profile === undefined ? {} : { profile }),
    ...(account?.type === 'credentials' ? {} : { isNewUser }),
  })
  if (!context.config.events.newDevice || !isSignIn) return { kind: 'redirect', to, jar }
  const { meetBrowser } = await loadNewDevice()
  const { readLabel } = await loadRevocation()
  const label = readLabel(context.headers?.get('user-agent'))
  const signIn = { user, account, label, isNewUser }
  return { kind: 'redirect', to, jar: await meetBrowser({ ...context, jar }, signIn) }
}

/**
 * Issues a session. The only place where that happens: whatever comes between a verified identity and a session goes
 * here, and holds for every way to sign in.
 *
 * @param proof - what a verifying flow has found out
 * @param prepare - the part of the kind: what the gate is asked, and how the user is stored
 * @throws AuthError when the sign-in is refused or cannot be stored
 */
export async function completeSignIn<E extends Evidence>(
  context: Context,
  proof: Proof<E>,
  prepare: PrepareSignIn<E>,
): Promise<FlowResult> {
  const pending = await prepare(context, proof)
  note(context, 'user', 'prepared')
  const elsewhere = await passGate(context, pending.params)
  note(context, 'callback', elsewhere === undefined ? 'signIn passed' : 'signIn redirects')
  if (elsewhere !== undefined) return { kind: 'redirect', to: elsewhere, jar: context.jar }
  const identity = await pending.store()
  note(context, 'user', 'stored')
  if (context.config.development) (await notices()).tellOfEmail(context, identity)
  try {
    return await issue(context, identity)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new CallbackRouteError('The session could not be made.', { err: asError(cause) })
  }
}

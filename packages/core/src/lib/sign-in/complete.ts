import { passGate } from './gate.ts'
import type { PrepareSignIn } from './pending-sign-in.ts'
import type { Evidence, Proof } from './proof.ts'
import { withParameters, type Context } from '../request/context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Identity } from '../sessions/strategy.ts'
import { note } from '../request/trace.ts'
import { afterSignIn } from './after.ts'

function destination({ config, origin, returnTo }: Context, isNewUser: boolean): string {
  const { newUser } = config.pages
  if (!isNewUser || newUser === undefined) return returnTo
  return withParameters(new URL(newUser, origin.href), { callbackUrl: returnTo })
}

// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

async function issue(context: Context, identity: Identity): Promise<FlowResult> {
  const to = destination(context, identity.isNewUser)
  const { jar: withSession, issued } = await selectStrategy(context.config).issue(context, identity)
  note(context, 'session', issued ? 'issued' : 'none')
  // Nobody signed in who was given no session.
  if (!issued) return { kind: 'redirect', to: context.returnTo, jar: withSession }
  const jar = await afterSignIn({ ...context, jar: withSession }, identity)
  return { kind: 'redirect', to, jar }
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
  const identity = { ...(await pending.store()), epoch: proof.epoch }
  note(context, 'user', 'stored')
  if (context.config.development) (await notices()).warnOfMissingEmail(context, identity)
  try {
    return await issue(context, identity)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new CallbackRouteError('The session could not be made.', { err: asError(cause) })
  }
}

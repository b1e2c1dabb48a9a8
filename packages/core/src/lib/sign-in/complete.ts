import { passGate } from './gate.ts'
import type { Resumed } from './gates.ts'
import { methodsOf } from './methods.ts'
import type { PrepareSignIn } from './pending-sign-in.ts'
import type { Evidence, Proof } from './proof.ts'
import { withParameters, type Context } from '../request/context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { emit } from '../request/emit.ts'
import { note } from '../request/trace.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Identity } from '../sessions/strategy.ts'

// In development alone.
const notices = lazy(() => import('../development/notices.ts'))
const loadSame = lazy(() => import('./same-person.ts'))
const loadGates = lazy(() => import('./gates.ts'))
const loadLastUsed = lazy(() => import('./last-used.ts'))
const labels = lazy(() => import('../sessions/devices/label.ts'))
const loadNewDevice = lazy(() => import('../limits/new-device.ts'))

/** What a sign-in comes after: its proof, or what its step has ended. */
const begunBy = ({ begunAt }: Evidence, resumed: Resumed | undefined): number =>
  resumed?.begunAt ?? begunAt

/**
 * Issues a session, and is the only function that does. Every check between a verified identity and a session belongs here, and
 * holds for every kind of provider.
 *
 * @param proof - what a verifying flow has found out
 * @param prepare - the part of the kind: the parameters of the gate, and how the user is stored
 * @param resumed - a sign-in that has waited for a step. Default: it has not
 * @throws AuthError when the sign-in is refused or cannot be stored
 */
export async function completeSignIn<E extends Evidence>(
  given: Context,
  proof: Proof<E>,
  prepare: PrepareSignIn<E>,
  resumed?: Resumed,
): Promise<FlowResult> {
  const pending = await prepare(given, proof)
  const context = given.jar.mentions('.step-up')
    ? await (await loadSame()).requireSamePerson(given, pending)
    : given
  note(context, 'user', 'prepared')
  // The callback was asked before the sign-in waited.
  const elsewhere = resumed ? undefined : await passGate(context, pending.params)
  note(context, 'callback', elsewhere === undefined ? 'signIn passed' : 'signIn redirects')
  if (elsewhere !== undefined) return { kind: 'redirect', to: elsewhere, jar: context.jar }
  const methods = resumed ? resumed.methods : methodsOf(proof)
  const passed = context.config.features?.gates.length
    ? await (await loadGates()).passGates(context, proof, { pending, resumed, methods })
    : { identity: await pending.store(), jar: context.jar, methods }
  if ('waits' in passed) return passed.waits
  const identity = {
    begunAt: begunBy(proof, resumed),
    ...passed.identity,
    epoch: proof.epoch,
    methods: passed.methods,
  }
  note(context, 'user', 'stored')
  if (context.config.development) (await notices()).warnOfMissingEmail(context, identity)
  try {
    return await issueSession({ ...context, jar: passed.jar }, identity)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new CallbackRouteError('The session could not be made.', { err: asError(cause) })
  }
}

async function issueSession(context: Context, identity: Identity): Promise<FlowResult> {
  const to = destination(context, identity.isNewUser)
  const { jar: withSession, issued } = await selectStrategy(context).issue(context, identity)
  note(context, 'session', issued ? 'issued' : 'none')
  // Without a session there was no sign-in to report or remember.
  if (!issued) return { kind: 'redirect', to: context.returnTo, jar: withSession }
  const jar = await afterSignIn({ ...context, jar: withSession }, identity)
  return { kind: 'redirect', to, jar }
}

function destination({ config, origin, returnTo }: Context, isNewUser: boolean): string {
  const { newUser } = config.pages
  if (!isNewUser || newUser === undefined) return returnTo
  return withParameters(new URL(newUser, origin.href), { callbackUrl: returnTo })
}

/**
 * Runs what follows an issued session: the cookie of the last provider, the event `signIn`, and the event `newDevice`.
 *
 * @param context - with the cookies of the session
 * @returns the cookies, with those that the browser keeps
 */
export async function afterSignIn(context: Context, identity: Identity): Promise<CookieJar> {
  const { user, account, profile, isNewUser, earlier } = identity
  // Linking an account is not a sign-in.
  const isSignIn = earlier === undefined
  const jar = isSignIn ? await keepProvider(context, identity) : context.jar
  await emit(context.config, 'signIn', {
    user,
    account,
    ...(profile === undefined ? {} : { profile }),
    ...(account?.type === 'credentials' ? {} : { isNewUser }),
  })
  if (!context.config.events.newDevice || !isSignIn) return jar
  const { meetBrowser } = await loadNewDevice()
  const { readLabel } = await labels()
  const label = readLabel(context.headers?.get('user-agent'))
  return meetBrowser({ ...context, jar }, { user, account, label, isNewUser })
}

/** The cookies, with the provider of this sign-in where several are configured. */
async function keepProvider(context: Context, { account }: Identity): Promise<CookieJar> {
  const { config, jar } = context
  if (!account || config.providers.size < 2) return jar
  try {
    return (await loadLastUsed()).rememberLastUsed(context, account.provider)
  } catch (error) {
    // The session exists by now; only the note on the sign-in page is lost.
    config.log.error(asError(error))
    return jar
  }
}

import { deviceLikeCookie } from '../config/cookies.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Context } from '../request/context.ts'
import {
  AdapterError,
  InvalidConfiguration,
  InvalidRequest,
  MissingAdapterMethods,
  SignOutError,
} from '../errors/classes.ts'
import { endSessions } from '../sessions/endings/endings.ts'
import { catchUpTo } from '../sessions/endings/look-up.ts'
import { mayBeActing } from '../sessions/acting/acting-cookie.ts'
import { currentOfUser } from '../sessions/acting/current-of-user.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { FlowFailure } from '../failures/cookies-on-failure.ts'
import { clearSessionCookie } from '../sessions/session-cookie.ts'
import type { Leave } from './leave.ts'
import type { AskedProvider } from './session-provider.ts'

// Few sign-outs are of an acting session that is over.
const leftOver = lazy(() => import('../sessions/acting/leave-over.ts'))
// And few while a sign-in waits at a gate.
const waiting = lazy(() => import('../sign-in/waiting.ts'))

/** POST signout; see {@link endSession}. */
export async function signOut(context: Context): Promise<FlowResult> {
  const script = context.request.headers.has('x-auth-return-redirect')
  return endSession(context, script ? 'address' : 'page')
}

/**
 * Ends the session of the request. With `everywhere` it ends all other sessions of the user before, and with `provider` it sends the
 * browser to the provider afterwards, to end its session there.
 *
 * @throws FlowFailure with a SignOutError and the cookies that end a sealed session, when the store fails
 * @throws SignOutError when a store of sessions fails: the session goes on, and its cookie is needed to end it
 * @throws InvalidConfiguration with `everywhere`, before anything ends, where sealed sessions cannot be ended
 * @throws MissingAdapterMethods with `everywhere`, before anything ends, where the store cannot find the sessions of a user
 * @throws InvalidProvider when a provider is named that is not configured
 * @throws ActingRefused with `everywhere`, while an administrator acts for a user
 */
export async function endSession(context: Context, how: Leave): Promise<FlowResult> {
  if (!mayBeActing(context)) return endOwnSession(context, how)
  if (!isForAll(context)) return stopActing(context)
  await currentOfUser(context)
  // Acting is over: the session that is signed out everywhere is the administrator's own.
  const { withoutActing } = await leftOver()
  return endOwnSession(withoutActing(context), how)
}

/** Cancels the sign-in that waits in this browser, so that a copy of its cookie is of no use. */
async function cancelWaiting(context: Context): Promise<Context> {
  const { name } = deviceLikeCookie(context.profile.device, 'waiting')
  if (context.jar.get(name) === undefined) return context
  return { ...context, jar: await (await waiting()).giveUp(context) }
}

async function endOwnSession(given: Context, how: Leave): Promise<FlowResult> {
  const context = await cancelWaiting(given)
  if (isForAll(context)) requireEndableSessions(context.config)
  const leaveAfterwards = await prepareLeaving(context, how)
  const isSealed = context.config.session.strategy === 'jwt'
  const jar = await (isSealed
    ? revokeSealed(context, () => clearSessionCookie(context, 'signed-out'))
    : revokeSession(context))
  return (await leaveAfterwards?.(jar)) ?? { kind: 'redirect', to: context.returnTo, jar }
}

/** Ends acting for a user: the administrator is who they were. Nothing else ends, here or at a provider. */
async function stopActing(context: Context): Promise<FlowResult> {
  const { jar: before, profile, returnTo } = context
  const alone = { ...context, request: { ...context.request, body: new Map() } }
  const jar = await revokeSealed(alone, () => before.deleteChunked(profile.acting))
  return { kind: 'redirect', to: returnTo, jar }
}

/** Whether the sign-out is for all devices: `everywhere` of a form, of JSON, or of the options of a call. */
function isForAll({ request: { body } }: Context): boolean {
  const given = body.get('everywhere') ?? ''
  return given !== '' && given !== false && given !== 'false'
}

/**
 * Checks that the sessions of a user can be ended, before one of them is.
 *
 * @throws InvalidConfiguration for sealed sessions without a feed of endings
 * @throws MissingAdapterMethods for a store that cannot find the sessions of a user
 */
function requireEndableSessions({ session, revocation, adapter }: ResolvedConfig): void {
  if (session.strategy === 'jwt' && !revocation) {
    throw new InvalidConfiguration(
      'A sign-out with `everywhere` needs sessions that can be ended, which those of the strategy "jwt" cannot be without ' +
        '`session.revocation`. Set it to true, or `session.strategy` to "database".',
    )
  }
  if (session.strategy === 'database' && !adapter?.deleteSessionsByUserId) {
    throw new MissingAdapterMethods(
      'A sign-out with `everywhere` needs deleteSessionsByUserId; the adapter lacks it. ' +
        'Use one with the capability "revocation", such as @latchstring/adapter-sql.',
    )
  }
}

// Most sign-outs end no session at a provider.
const loadLeaving = lazy(() => import('./leave.ts'))

/**
 * Finds the provider whose session is to end as well. This has to happen while the session, which names it, still exists.
 *
 * @returns a function that sends the browser there, given the cookies by then; `undefined` where `provider` asks for none
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

/** @param given - `provider` of a form, of JSON, or of the options of a call */
function askedProvider(given: unknown): AskedProvider | undefined {
  if (given === true || given === 'true') return true
  return typeof given === 'string' && given !== '' && given !== 'false' ? given : undefined
}

/** A sealed session is its cookie, and ends in this browser even when the store fails. */
async function revokeSealed(context: Context, clear: () => CookieJar): Promise<CookieJar> {
  try {
    return await revokeSession(context)
  } catch (error) {
    const jar = clear()
    if (error instanceof SignOutError) error.cookies = jar.changes()
    throw new FlowFailure(error, jar)
  }
}

/** The cookies of the request, without the session. */
async function revokeSession(context: Context): Promise<CookieJar> {
  try {
    if (isForAll(context)) await endOtherSessions(context)
    return await selectStrategy(context).revoke(context)
  } catch (cause) {
    if (!(cause instanceof AdapterError)) throw cause
    throw new SignOutError('The store failed while the session was being ended.', { err: cause })
  }
}

/**
 * Ends all other sessions of the user of the request. That of the request ends last, as in any sign-out.
 *
 * @throws AdapterError when the store fails
 * @throws InvalidRequest when the session names no user
 */
async function endOtherSessions(context: Context): Promise<void> {
  const { config } = context
  // A session that another process has just ended must not end the others.
  await catchUpTo(config, 0)
  const current = await selectStrategy(context).current(context)
  if (!current) return
  const owner = current.owner ?? current.userId
  if (owner === undefined) {
    throw new InvalidRequest('The session names no user. Keep `sub` in its token.')
  }
  const { sessionId: except, generation } = current
  const others = { kind: 'user', id: owner, except, generation } as const
  await endSessions(config, others, { reason: 'signed-out-everywhere', by: owner })
}

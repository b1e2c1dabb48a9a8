import type { SessionContext } from '../../request/context.ts'
import { ActingRefused } from '../../errors/classes.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import { emit } from '../../request/emit.ts'
import type { Session } from '../../types/session.ts'
import type { OpenedToken } from '../claims.ts'
import { endPrevious } from '../end-previous.ts'
import { endSessions } from '../endings/endings.ts'
import { exposeSession, type SessionRecord, tokenText, type Update, type View } from '../expose.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import { runJwtCallback } from '../jwt-strategy.ts'
import { copyForCallbacks } from '../opened-token.ts'
import { withOneName } from '../picture.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from '../strategy.ts'
import { type ClaimedActing, openActing, sealAgain, withActorClaim } from './acting-token.ts'
import { type Acting, findActing, idOf } from './find-acting.ts'

/*
 * What the strategies do for a request with the cookie of an acting session: the session of the request is that of the user, or none. It is
 * never that of the administrator, who would change their own account with a page that shows another.
 */

const endings = lazy(() => import('../token-endings.ts'))

/** What browsers see of a session; `undefined` where it cannot be written. */
function asWritten(session: object): unknown {
  try {
    return parseJson(JSON.stringify(session))
  } catch {
    return undefined
  }
}

/**
 * The session with who acts, whatever the callback returned. Its prototype and its accessors stay, unless they hide who acts, or are of no use in
 * a copy, as those of private members are.
 */
function withActor(session: object, { sub }: Acting['actor']): object {
  if (session === null) return session
  const members = Object.getOwnPropertyDescriptors(session)
  const actor = Object.freeze({ sub })
  // The prototype of any object is an object or `null`.
  const copy = Object.create(Object.getPrototypeOf(session) as object | null, {
    ...members,
    actor: { value: actor, enumerable: true, configurable: true },
  }) as object
  const written = asWritten(copy)
  if (isObject(written) && isObject(written['actor']) && written['actor']['sub'] === sub)
    return copy
  const plain = written ?? asWritten(session)
  return isObject(plain) ? { ...plain, actor } : copy
}

interface Shown {
  readonly record: SessionRecord
  readonly jar: CookieJar
}

/** The token after the `jwt` callback; `undefined` where it wants no session, or the session has ended meanwhile. */
async function showToken(
  context: SessionContext,
  claimed: ClaimedActing,
  opened: OpenedToken,
): Promise<Shown | undefined> {
  const { config, jar, readOnly } = context
  const expires = new Date(opened.token.exp * 1000)
  const returned = await runJwtCallback(config, { token: copyForCallbacks(config, opened) })
  if (returned === null) return undefined
  const token = withActorClaim(returned, claimed)
  const record = { strategy: 'jwt', token, expires } as const
  if (!config.callbacks.jwt) return { record, jar }
  // The callback takes its time, in which the session may have ended.
  if (config.revocation && !(await (await endings()).unlessEndedSince(config, opened))) {
    return undefined
  }
  const isChanged = !readOnly && tokenText(withOneName(token)) !== opened.json
  return { record, jar: isChanged ? await sealAgain(context, claimed, token) : jar }
}

async function show(
  context: SessionContext,
  { claimed, target }: Acting,
): Promise<Shown | undefined> {
  if ('opened' in target) return showToken(context, claimed, target.opened)
  const { row: session, user } = target
  const { expires } = session
  return { record: { strategy: 'database', session, user, expires }, jar: context.jar }
}

/** Reads the session of the request. That of the administrator is read as well, by the callbacks of the application. */
async function read(
  own: SessionStrategy,
  context: SessionContext,
  view: View,
  update: Update | undefined,
): Promise<ReadResult> {
  const { config } = context
  const over = (jar: CookieJar): ReadResult => {
    config.log.debug('An acting session does not count.')
    return { session: null, jar }
  }
  if ((await openActing(context)).length === 0) return over(context.jar)
  const { session: admin, jar } = await own.read(context, 'server')
  const acting = admin && (await findActing(own, context))
  if (!acting) return over(jar)
  if (update) throw new ActingRefused('An acting session is not changed by `update`.')
  const shown = await show({ ...context, jar }, acting)
  if (!shown) return over(jar)
  const { record } = shown
  const session = withActor(await exposeSession(config, record, view), acting.actor)
  await emit(config, 'session', {
    // The callback may return any object; the event passes it on.
    session: session as Session,
    ...(record.strategy === 'jwt' && { token: record.token }),
  })
  const { actor } = acting
  return { session, jar: shown.jar, known: async () => ({ signedInAt: undefined, actor }) }
}

/** The acting session, unless {@link read} finds none, as a callback wants none for the user, or for the administrator. */
async function findWanted(
  own: SessionStrategy,
  context: SessionContext,
): Promise<Acting | undefined> {
  const { callbacks } = context.config
  const acting = await findActing(own, context)
  const isAsked = callbacks.jwt !== undefined || callbacks.session !== undefined
  if (!acting || !isAsked) return acting
  const { session } = await read(own, { ...context, readOnly: true }, 'server', undefined)
  return session === null ? undefined : acting
}

/** The acting session of the request: nothing says when or how its user has signed in. */
async function current(own: SessionStrategy, context: SessionContext): Promise<Current | null> {
  const acting = await findWanted(own, context)
  if (!acting) return null
  const { sessionId, claimed, actor } = acting
  const { user: userId } = claimed
  return { sessionId, userId, signedInAt: undefined, actor }
}

/** Forms belong to the acting session: one of the administrator's own pages is refused in it, and the other way round. */
async function binding(context: SessionContext): Promise<string> {
  const [claimed] = await openActing(context)
  return claimed ? `acting:${claimed.opened.token.jti}` : ''
}

/** Ends an acting session. Where sealed sessions cannot be ended, its cookie is all there is. */
async function end(context: SessionContext, claimed: ClaimedActing, reason: string): Promise<void> {
  const { config } = context
  if (config.session.strategy === 'jwt' && !config.revocation) return
  const { user, actor: by } = claimed
  const ending = { kind: 'session', id: await idOf(context, claimed), user } as const
  await endSessions(config, ending, { reason, by })
}

/** Ends acting, and nothing else: the session of the administrator is that of the next request. */
async function revoke(own: SessionStrategy, context: SessionContext): Promise<CookieJar> {
  const { config, jar, profile } = context
  const acting = await findActing(own, context)
  for (const claimed of await openActing(context)) await end(context, claimed, 'acting-ended')
  if (acting) {
    const { user: userId, actor: sub } = acting.claimed
    await emit(config, 'actingEnded', { userId, actor: { sub } })
    const when = new Date(config.clock()).toISOString()
    config.log.info('acting', `${sub} stopped acting for ${userId} at ${when}.`)
  }
  return jar.deleteChunked(profile.acting)
}

/**
 * A sign-in takes the place of both sessions, where acting is over.
 *
 * @throws ActingRefused where it is not
 */
async function issue(
  own: SessionStrategy,
  context: SessionContext,
  identity: Identity,
): Promise<Issued> {
  if (await findWanted(own, context)) {
    throw new ActingRefused('No session begins while an administrator acts for a user.')
  }
  for (const claimed of await openActing(context)) {
    await endPrevious(async () => end(context, claimed, 'new-sign-in'))
  }
  const { jar, issued } = await own.issue(context, identity)
  return { jar: jar.deleteChunked(context.profile.acting), issued }
}

/**
 * The sessions of requests with the cookie of an acting session.
 *
 * @param own - reads the session of the administrator
 */
export const actingStrategy = (own: SessionStrategy): SessionStrategy => ({
  read: (context, view, update) => read(own, context, view, update),
  issue: (context, identity) => issue(own, context, identity),
  revoke: (context) => revoke(own, context),
  current: (context) => current(own, context),
  binding,
})

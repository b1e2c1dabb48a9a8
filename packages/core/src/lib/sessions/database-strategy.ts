import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { AdapterError } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { AdapterSession } from '../types/adapter.ts'
import type { Session } from '../types/session.ts'
import { emit } from '../request/emit.ts'
import { findDevice, noteDevice, touchDevice } from './devices/registry.ts'
import { findReason, setEndedNotice } from './endings/ended-notice.ts'
import { endSessions } from './endings/endings.ts'
import { findMarks, toDeviceSource } from './endings/session-generations.ts'
import { lazy } from '../kit/lazy.ts'
import { refuseLate } from './in-progress.ts'
import { endPrevious } from './end-previous.ts'
import { type Extended, moveExpiry } from './move-expiry.ts'
import { exposeSession, type Update, type View } from './expose.ts'
import {
  clearSessionCookie,
  sessionCookie,
  sessionCookies,
  setSessionCookie,
} from './session-cookie.ts'
import {
  absoluteEnd,
  generateToken,
  hashToken,
  methodsIn,
  signInTime,
  wayIn,
} from './database-token.ts'
import {
  type Absent,
  discardRow,
  findLive,
  type Live,
  readSessionToken,
  remove,
  type SessionStore,
  type StoredSession,
} from './stored-session.ts'
import { methodsOf, wayOf } from './signed-in-by.ts'
import type {
  Current,
  Identity,
  Issued,
  KnownSignIn,
  ReadResult,
  SessionStrategy,
} from './strategy.ts'

// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

/**
 * Moves the expiry when `updateAge` has passed since it was last moved. Of several reads at the same time one writes, and all
 * return the same expiry.
 */
async function extend(
  context: SessionContext,
  store: SessionStore,
  { session, user, token }: Live,
): Promise<Extended> {
  const { config } = context
  const { maxAge, updateAge } = config.session
  const { expires } = session
  const now = config.clock()
  if (now < expires.getTime() - (maxAge - updateAge) * 1000) return 'as-it-was'
  const to = new Date(Math.min(now + maxAge * 1000, absoluteEnd(config, token)))
  if (to.getTime() <= expires.getTime()) return 'as-it-was'
  const moved = await moveExpiry(config, store, session, to)
  if (moved instanceof Date && config.session.devices) {
    const { sessionToken: sessionId } = session
    await touchDevice(context, { sessionId, userId: user.id, expires: moved })
  }
  return moved
}

async function expose(
  context: SessionContext,
  found: StoredSession & { readonly expires: Date },
  view: View,
  update: Update | undefined,
): Promise<object> {
  const record = { strategy: 'database' as const, ...found }
  const session = await exposeSession(context.config, record, view, update)
  // The callback may return any object; the event passes it on.
  await emit(context.config, 'session', { session: session as Session })
  return session
}

/**
 * No session. Its cookie is deleted where the store says why it has ended, which the sign-in page shows, or when it is over by its age:
 * a row that is not there may be one that a replica does not have yet.
 */
async function refuse(context: SessionContext, absent: Absent): Promise<ReadResult> {
  const { config, jar } = context
  const [token, another] = config.session.devices ? sessionCookies(context) : []
  if (absent === 'kept' && token !== undefined && another === undefined) {
    const reason = await findReason(context, await hashToken(token))
    if (reason === undefined) return { session: null, jar }
    const cleared = clearSessionCookie(context, 'ended')
    return { session: null, jar: setEndedNotice(context, cleared, reason) }
  }
  return { session: null, jar: absent === 'kept' ? jar : clearSessionCookie(context, absent) }
}

/** The session with a later expiry where that is due. A store that takes no writes leaves it as it was. */
async function extendQuietly(
  context: SessionContext,
  store: SessionStore,
  live: Live,
): Promise<Extended> {
  if (context.readOnly) return 'as-it-was'
  try {
    return await extend(context, store, live)
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    context.config.log.error(error)
    return 'as-it-was'
  }
}

async function read(
  context: SessionContext,
  store: SessionStore,
  view: View,
  update: Update | undefined,
): Promise<ReadResult> {
  const { jar } = context
  const live = await findLive(context, store)
  if (typeof live === 'string') {
    if (context.config.development) (await notices()).warnOfUnopenedSession(context)
    return refuse(context, live)
  }
  const { token, ...found } = live
  const extended = await extendQuietly(context, store, live)
  if (extended === 'ended') return refuse(context, 'kept')
  const expires = extended === 'as-it-was' ? found.session.expires : extended
  const session = await expose(context, { ...found, expires }, view, update)
  // The store has the token of a migrated session; only the cookie is new.
  const renew = extended !== 'as-it-was' || sessionCookie(context) === undefined
  return {
    session,
    jar: renew ? setSessionCookie(context, token, expires) : jar,
    known: () => findKnown(context, live),
  }
}

/** Ends every other session of the user as well, where the application wants that. */
async function removeOthers(config: ResolvedConfig, ended: AdapterSession): Promise<void> {
  if (!config.session.endAllOnSignOut) return
  const { userId: id } = ended
  await endSessions(config, { kind: 'user', id }, { reason: 'signed-out-everywhere', by: id })
}

/** Adds the session to the list of devices of its user. */
async function recordDevice(
  context: SessionContext,
  identity: Identity,
  issued: { readonly sessionId: string; readonly createdAt: Date; readonly expires: Date },
): Promise<void> {
  const { config } = context
  if (!config.session.devices) return
  const source = toDeviceSource(identity, await findMarks(config, identity))
  await noteDevice(context, { ...issued, userId: identity.user.id ?? '', ...source })
}

async function issue(
  context: SessionContext,
  store: SessionStore,
  identity: Identity,
): Promise<Issued> {
  const { config } = context
  const { user, confirm } = identity
  const signedInAt = new Date((identity.earlier?.signedInAt ?? 0) * 1000 || config.clock())
  const token = generateToken(config, signedInAt.getTime(), {
    way: await wayOf(identity),
    methods: methodsOf(identity),
  })
  const maxAge = Math.min(
    config.session.maxAge,
    config.session.absoluteMaxAge ?? Number.POSITIVE_INFINITY,
  )
  const expires = new Date(config.clock() + maxAge * 1000)
  const sessionToken = await hashToken(token)
  await store.createSession({ sessionToken, userId: user.id ?? '', expires })
  try {
    // A first proof that came before the row was stored could not end it.
    await confirm?.()
    await refuseLate(config, identity)
    await endPrevious(async () => remove(context, store, 'new-sign-in'))
    await recordDevice(context, identity, {
      sessionId: sessionToken,
      createdAt: signedInAt,
      expires,
    })
  } catch (error) {
    // Its token is not handed out: where that fails as well, the row expires unused.
    await discardRow(context, store, sessionToken)
    throw error
  }
  return { jar: setSessionCookie(context, token, expires), issued: true }
}

async function revoke(context: SessionContext, store: SessionStore): Promise<CookieJar> {
  const { config } = context
  if ((await readSessionToken(context)) !== undefined) {
    const ended = await remove(context, store, 'sign-out')
    for (const session of ended) await removeOthers(config, session)
    await emit(config, 'signOut', { session: ended[0] ?? null })
  }
  return clearSessionCookie(context, 'signed-out')
}

/** When the user signed in: in the token, else where devices are listed. */
async function findSignIn(
  { config }: SessionContext,
  { session, user, token }: Live,
): Promise<number | undefined> {
  const time = signInTime(config, token)
  if (time !== undefined || !config.session.devices) return time
  const device = await findDevice(config, { sessionId: session.sessionToken, userId: user.id })
  return device && numericDate(device.createdAt.getTime())
}

const findKnown = async (context: SessionContext, live: Live): Promise<KnownSignIn> => ({
  signedInAt: await findSignIn(context, live),
  methods: methodsIn(live.token),
})

async function current(context: SessionContext, store: SessionStore): Promise<Current | null> {
  const live = await findLive(context, store)
  if (typeof live === 'string') return null
  return {
    sessionId: await hashToken(live.token),
    userId: live.user.id,
    ...(await findKnown(context, live)),
    way: wayIn(live.token),
  }
}

async function binding(context: SessionContext): Promise<string> {
  const token = await readSessionToken(context)
  return token === undefined ? '' : hashToken(token)
}

/** Sessions that are records in a store, found by the hash of the cookie's value. */
export function databaseStrategy(store: SessionStore): SessionStrategy {
  return {
    read: (context, view, update) => read(context, store, view, update),
    issue: (context, identity) => issue(context, store, identity),
    revoke: (context) => revoke(context, store),
    current: (context) => current(context, store),
    binding,
  }
}

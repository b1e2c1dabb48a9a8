import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { StoreFor } from '../config/store.ts'
import type { SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { Session } from '../types/session.ts'
import { emit } from '../request/emit.ts'
import { findDevice, noteDevice, touchDevice } from './devices/registry.ts'
import { setNoticeForRow } from './endings/ended-notice.ts'
import { endSessions } from './endings/endings.ts'
import { findMarks, toDeviceSource } from './endings/session-generations.ts'
import { lazy } from '../kit/lazy.ts'
import { refuseLate } from './in-progress.ts'
import { endPrevious } from './end-previous.ts'
import { type Extended, moveExpiry } from './move-expiry.ts'
import { exposeSession, type Update, type View } from './expose.ts'
import { foreignCookie, isMigrating } from './foreign-cookie.ts'
import { clearSessionCookie, sessionCookie, setSessionCookie } from './session-cookie.ts'
import { absoluteEnd, generateToken, hashToken, RAW, signInTime } from './database-token.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from './strategy.ts'

// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

interface StoredSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

type SessionStore = StoreFor<'sessions'>

/** A session that is good, with the token it was found by. */
interface Live extends StoredSession {
  readonly token: string
}

/** The token of the request; one of another library counts as it is, while sessions are taken over. */
function readSessionCookie(context: SessionContext): string | undefined {
  return sessionCookie(context) ?? foreignCookie(context)?.value
}

/** Whether a token may have been stored as it is: only while sessions of another library are taken over. */
function mayBeRaw(context: SessionContext, token: string): boolean {
  return isMigrating(context) && RAW.test(token)
}

/** One query for a session that exists; a second one only for tokens that may have been stored as they are. */
async function find(
  context: SessionContext,
  { getSessionAndUser }: SessionStore,
  token: string,
): Promise<StoredSession | null> {
  const found = await getSessionAndUser(await hashToken(token))
  if (found || !mayBeRaw(context, token)) return found
  return getSessionAndUser(token)
}

/** The session of the request. */
async function findLive(context: SessionContext, store: SessionStore): Promise<Live | null> {
  const { config } = context
  const token = readSessionCookie(context)
  if (token === undefined) return null
  const found = await find(context, store, token)
  if (!found) return null
  const { session, user } = found
  const end = Math.min(session.expires.getTime(), absoluteEnd(config, token))
  if (end > config.clock()) return { session, user, token }
  await store.deleteSession(session.sessionToken)
  return null
}

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

/** No session any more, with a notice of why for the sign-in page, where that is known. */
async function refuse(context: SessionContext): Promise<ReadResult> {
  const jar = clearSessionCookie(context)
  const token = context.config.session.devices ? sessionCookie(context) : undefined
  if (token === undefined) return { session: null, jar }
  return { session: null, jar: await setNoticeForRow(context, jar, await hashToken(token)) }
}

async function read(
  context: SessionContext,
  store: SessionStore,
  view: View,
  update: Update | undefined,
): Promise<ReadResult> {
  const { jar } = context
  const live = await findLive(context, store)
  if (!live) {
    if (context.config.development) (await notices()).warnOfUnopenedSession(context)
    return refuse(context)
  }
  const { token, ...found } = live
  const extended = context.readOnly ? 'as-it-was' : await extend(context, store, live)
  if (extended === 'ended') return refuse(context)
  const expires = extended === 'as-it-was' ? found.session.expires : extended
  const session = await expose(context, { ...found, expires }, view, update)
  // The store has the token of a migrated session; only the cookie is new.
  const renew = extended !== 'as-it-was' || sessionCookie(context) === undefined
  return { session, jar: renew ? setSessionCookie(context, token, expires) : jar }
}

/** Removes the session of the request from the store; one that no longer exists is fine. */
async function remove(
  context: SessionContext,
  store: SessionStore,
  reason: string,
): Promise<AdapterSession | null> {
  const token = readSessionCookie(context)
  const found = token === undefined ? null : await find(context, store, token)
  if (!found) return null
  const { sessionToken: id, userId: user } = found.session
  await endSessions(context.config, { kind: 'session', id, user }, { reason, by: user })
  return found.session
}

/** Ends every other session of the user as well, where the application wants that. */
async function removeOthers(config: ResolvedConfig, ended: AdapterSession | null): Promise<void> {
  if (!config.session.endAllOnSignOut || !ended) return
  const { userId: id } = ended
  await endSessions(config, { kind: 'user', id }, { reason: 'signed-out-everywhere', by: id })
}

/** Takes back a session whose token was not handed out: where that fails as well, the row expires unused. */
async function discard(
  { config }: SessionContext,
  store: SessionStore,
  sessionToken: string,
): Promise<void> {
  try {
    await store.deleteSession(sessionToken)
  } catch (error) {
    config.log.error(asError(error))
  }
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
  const { user, confirm, epoch } = identity
  const signedInAt = new Date((identity.signedInAt ?? 0) * 1000 || config.clock())
  const token = generateToken(config, signedInAt.getTime())
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
    await refuseLate(config, epoch)
    await endPrevious(async () => remove(context, store, 'new-sign-in'))
    await recordDevice(context, identity, {
      sessionId: sessionToken,
      createdAt: signedInAt,
      expires,
    })
  } catch (error) {
    await discard(context, store, sessionToken)
    throw error
  }
  return { jar: setSessionCookie(context, token, expires), issued: true }
}

async function revoke(context: SessionContext, store: SessionStore): Promise<CookieJar> {
  const { config } = context
  if (readSessionCookie(context) !== undefined) {
    const ended = await remove(context, store, 'sign-out')
    await removeOthers(config, ended)
    await emit(config, 'signOut', { session: ended })
  }
  return clearSessionCookie(context)
}

/** When the user signed in: in the token with an absolute lifetime, else where devices are listed. */
async function findSignIn(
  { config }: SessionContext,
  { session, user, token }: Live,
): Promise<number | undefined> {
  const time = signInTime(config, token)
  if (time !== undefined || !config.session.devices) return time
  const device = await findDevice(config, { sessionId: session.sessionToken, userId: user.id })
  return device && numericDate(device.createdAt.getTime())
}

async function current(context: SessionContext, store: SessionStore): Promise<Current | null> {
  const live = await findLive(context, store)
  if (!live) return null
  return {
    sessionId: await hashToken(live.token),
    userId: live.user.id,
    signedInAt: await findSignIn(context, live),
  }
}

async function binding(context: SessionContext): Promise<string> {
  const token = readSessionCookie(context)
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

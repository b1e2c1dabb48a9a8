import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { StoreFor } from '../config/store.ts'
import type { SessionContext } from '../context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { AdapterError, SessionTokenError } from '../errors/classes.ts'
import { sha256 } from '../crypto/hash.ts'
import { randomHex } from '../crypto/random.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'
import type { Session } from '../types/session.ts'
import { emit } from '../events/emit.ts'
import { exposeSession, type Update, type View } from './expose.ts'
import {
  clearSessionCookie,
  foreignCookie,
  isMigrating,
  sessionCookie,
  setSessionCookie,
} from './session-cookie.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from './strategy.ts'

interface Found {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

type Store = StoreFor<'sessions'>

/** A session that is good, with the token it was found by. */
interface Live extends Found {
  readonly token: string
}

/**
 * Marks hashes in the table, so that one that leaked can never pass for a token of an application that moved over with
 * raw ones.
 */
const HASHED = 'sha256:'

/**
 * What another library may have stored as it is: ASCII without spaces, since a store that finds "the same" takes many a
 * letter for one of the mark, and never what begins like a hash, in whatever case.
 */
const RAW = /^(?!sha256:)[!-~]+$/i

async function hashToken(token: string): Promise<string> {
  return HASHED + (await sha256(token))
}

/** The time of the sign-in is in the token where an absolute lifetime needs it: the look-up authenticates it. */
function generateToken({ session, clock }: ResolvedConfig): string {
  const token = session.generateSessionToken?.() ?? randomHex()
  return session.absoluteMaxAge === undefined ? token : `${token}.${clock().toString(36)}`
}

function absoluteEnd({ session }: ResolvedConfig, token: string): number {
  if (session.absoluteMaxAge === undefined) return Number.POSITIVE_INFINITY
  const signedInAt = Number.parseInt(token.slice(token.lastIndexOf('.') + 1), 36)
  return token.includes('.') ? signedInAt + session.absoluteMaxAge * 1000 : 0
}

/** When the user signed in, in seconds, where the token says so. */
function signInTime({ session }: ResolvedConfig, token: string): number | undefined {
  if (session.absoluteMaxAge === undefined || !token.includes('.')) return undefined
  return numericDate(Number.parseInt(token.slice(token.lastIndexOf('.') + 1), 36))
}

/** The token of the request; one of another library counts as it is, while sessions are taken over. */
function readCookie(context: SessionContext): string | undefined {
  return sessionCookie(context) ?? foreignCookie(context)?.value
}

/** Whether a token may have been stored as it is: only while sessions of another library are taken over. */
function mayBeRaw(context: SessionContext, token: string): boolean {
  return isMigrating(context) && RAW.test(token)
}

/** One query for a session that exists; a second one only for tokens that may have been stored as they are. */
async function find(
  context: SessionContext,
  { getSessionAndUser }: Store,
  token: string,
): Promise<Found | null> {
  const found = await getSessionAndUser(await hashToken(token))
  if (found || !mayBeRaw(context, token)) return found
  return getSessionAndUser(token)
}

/** The session of the request. */
async function findLive(context: SessionContext, store: Store): Promise<Live | null> {
  const { config } = context
  const token = readCookie(context)
  if (token === undefined) return null
  const found = await find(context, store, token)
  if (!found) return null
  const { session, user } = found
  const end = Math.min(session.expires.getTime(), absoluteEnd(config, token))
  if (end > config.clock()) return { session, user, token }
  await store.deleteSession(session.sessionToken)
  return null
}

/** Sessions whose expiry is being written, by store. Nobody waits for the write of another request, which may be cancelled. */
const beingMoved = new WeakMap<Store, Set<string>>()

async function moveExpiry(
  store: Store,
  { sessionToken, expires }: AdapterSession,
  to: Date,
): Promise<void> {
  const tokens = beingMoved.get(store) ?? new Set<string>()
  beingMoved.set(store, tokens)
  if (tokens.has(sessionToken)) return
  tokens.add(sessionToken)
  try {
    if (store.compareAndSetSession) {
      await store.compareAndSetSession({ sessionToken, from: expires, to })
    } else {
      await store.updateSession({ sessionToken, expires: to })
    }
  } finally {
    tokens.delete(sessionToken)
  }
}

/**
 * Moves the expiry when `updateAge` has passed since it was last moved. Of those who read a session at the same moment one
 * writes, and all say the same.
 */
async function extend(
  { config }: SessionContext,
  store: Store,
  { session, token }: Live,
): Promise<Date | undefined> {
  const { maxAge, updateAge } = config.session
  const { expires } = session
  const now = config.clock()
  if (now < expires.getTime() - (maxAge - updateAge) * 1000) return undefined
  const to = new Date(Math.min(now + maxAge * 1000, absoluteEnd(config, token)))
  if (to.getTime() <= expires.getTime()) return undefined
  await moveExpiry(store, session, to)
  return to
}

async function expose(
  context: SessionContext,
  found: Found & { readonly expires: Date },
  view: View,
  update: Update | undefined,
): Promise<object> {
  try {
    const record = { strategy: 'database' as const, ...found }
    const session = await exposeSession(context.config, record, view, update)
    // What a session looks like is up to the callback; the event hands it on.
    await emit(context.config, 'session', { session: session as Session })
    return session
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new SessionTokenError('The `session` callback threw.', { err: asError(cause) })
  }
}

async function read(
  context: SessionContext,
  store: Store,
  view: View,
  update: Update | undefined,
): Promise<ReadResult> {
  const { jar } = context
  const live = await findLive(context, store)
  if (!live) return { session: null, jar: clearSessionCookie(context) }
  const { token, ...found } = live
  const extended = context.readOnly ? undefined : await extend(context, store, live)
  const expires = extended ?? found.session.expires
  const session = await expose(context, { ...found, expires }, view, update)
  // The store has the token of a session that is taken over; it only gets a cookie of ours.
  const renew = extended !== undefined || sessionCookie(context) === undefined
  return { session, jar: renew ? setSessionCookie(context, token, expires) : jar }
}

/** Removes the session of the request from the store; one that no longer exists is fine. */
async function remove(context: SessionContext, store: Store): Promise<AdapterSession | null> {
  const token = readCookie(context)
  const found = token === undefined ? null : await find(context, store, token)
  if (!found) return null
  await store.deleteSession(found.session.sessionToken)
  return found.session
}

/** Ends every other session of the user as well, where the application wants that. */
async function removeOthers(
  { session }: ResolvedConfig,
  store: Store,
  ended: AdapterSession | null,
): Promise<void> {
  // The option asks for the capability, so that the method is there.
  if (session.endAllOnSignOut && ended) await store.deleteSessionsByUserId?.(ended.userId)
}

/**
 * Ends the session that the request came with. It may be the reason for signing in again, so that a new one is not made
 * beside it: a store that fails is asked once more, and then the sign-in fails.
 *
 * @throws AdapterError when it could not be ended
 */
async function endPrevious(context: SessionContext, store: Store): Promise<void> {
  try {
    await remove(context, store).catch(() => remove(context, store))
  } catch (error) {
    throw new AdapterError(
      'The session from before the sign-in could not be ended, so no new one was made.',
      { err: asError(error) },
    )
  }
}

/** Takes back a session that nobody has been given the token of: where that fails as well, the row expires unused. */
async function discard(
  { config }: SessionContext,
  store: Store,
  sessionToken: string,
): Promise<void> {
  try {
    await store.deleteSession(sessionToken)
  } catch (error) {
    config.log.error(asError(error))
  }
}

async function issue(
  context: SessionContext,
  store: Store,
  { user, confirm }: Identity,
): Promise<Issued> {
  const { config } = context
  const token = generateToken(config)
  const maxAge = Math.min(
    config.session.maxAge,
    config.session.absoluteMaxAge ?? Number.POSITIVE_INFINITY,
  )
  const expires = new Date(config.clock() + maxAge * 1000)
  const sessionToken = await hashToken(token)
  await store.createSession({ sessionToken, userId: user.id ?? '', expires })
  try {
    // What a first proof has not ended by now, it did not know of.
    await confirm?.()
    await endPrevious(context, store)
  } catch (error) {
    await discard(context, store, sessionToken)
    throw error
  }
  return { jar: setSessionCookie(context, token, expires), issued: true }
}

async function revoke(context: SessionContext, store: Store): Promise<CookieJar> {
  const { config } = context
  if (readCookie(context) !== undefined) {
    const ended = await remove(context, store)
    await removeOthers(config, store, ended)
    await emit(config, 'signOut', { session: ended })
  }
  return clearSessionCookie(context)
}

async function current(context: SessionContext, store: Store): Promise<Current | null> {
  const live = await findLive(context, store)
  if (!live) return null
  return {
    sessionId: await hashToken(live.token),
    userId: live.user.id,
    signedInAt: signInTime(context.config, live.token),
  }
}

async function binding(context: SessionContext): Promise<string> {
  const token = readCookie(context)
  return token === undefined ? '' : hashToken(token)
}

/** Sessions that are records in a store, found by the hash of the cookie's value. */
export function databaseStrategy(store: Store): SessionStrategy {
  return {
    read: (context, view, update) => read(context, store, view, update),
    issue: (context, identity) => issue(context, store, identity),
    revoke: (context) => revoke(context, store),
    current: (context) => current(context, store),
    binding,
  }
}

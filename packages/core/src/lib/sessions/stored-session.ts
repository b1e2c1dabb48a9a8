import type { StoreFor } from '../config/store.ts'
import { asError } from '../errors/auth-error.ts'
import { MAX_VALUES } from '../http/chunks.ts'
import { lazy } from '../kit/lazy.ts'
import type { SessionContext } from '../request/context.ts'
import type { AdapterSession, AdapterUser } from '../types/adapter.ts'
import { absoluteEnd, hashToken, RAW } from './database-token.ts'
import { foreignCookies, isMigrating } from './foreign-cookie.ts'
import { DELETED_AFTER, type Deletion, sessionCookie, sessionCookies } from './session-cookie.ts'

/*
 * The rows of a store that the cookies of a request name. `database-strategy.ts` reads, issues and ends sessions with them.
 */

const loadEndings = lazy(() => import('./endings/endings.ts'))

// Only applications that move over from a library with such cookies.
const signed = lazy(() => import('../crypto/signed-text.ts'))

/** A row, with its user. */
export interface StoredSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/** The store of sessions. */
export type SessionStore = StoreFor<'sessions'>

/** A session that is good, with the token it was found by. */
export interface Live extends StoredSession {
  readonly token: string
}

/** Tokens of another library, while its sessions are taken over: as they are, or those that it has signed. */
async function foreignTokens(context: SessionContext): Promise<readonly string[]> {
  const values = foreignCookies(context).map(({ value }) => value)
  const { migration } = context.config
  if (!migration?.signed || values.length === 0) return values
  const { openSignedText } = await signed()
  const opened = values
    .slice(0, MAX_VALUES)
    .map((value) => openSignedText(migration.secrets, value))
  return (await Promise.all(opened)).filter((token) => token !== undefined)
}

/** The token of the request, or else one of another library. */
export async function readSessionToken(context: SessionContext): Promise<string | undefined> {
  return sessionCookie(context) ?? (await foreignTokens(context))[0]
}

/** The tokens of all cookies with the name of the session, or else those of another library. */
async function allTokens(context: SessionContext): Promise<readonly string[]> {
  const own = sessionCookies(context)
  const found = own.length > 0 ? own : await foreignTokens(context)
  return found.slice(0, MAX_VALUES)
}

/** Whether a token may have been stored as it is: only while sessions of another library are taken over. */
function mayBeRaw(context: SessionContext, token: string): boolean {
  // Sessions that were moved are stored as hashes.
  return isMigrating(context) && !context.config.migration?.signed && RAW.test(token)
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

/** A token without a session that counts: `kept`, as the row may be one that a replica does not have yet, or why it is gone. */
export type Absent = 'kept' | Extract<Deletion, 'expired' | 'too-old'>

/** Deletes a row that is over. A store that takes no writes keeps it, which changes nothing for the request. */
export async function discardRow(
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

/** The session of a token. Its row is deleted only when the clock of every instance says that it is over. */
async function findByToken(
  context: SessionContext,
  store: SessionStore,
  token: string,
): Promise<Live | Absent> {
  const { config } = context
  const found = await find(context, store, token)
  if (!found) return 'kept'
  const { session, user } = found
  const [expires, oldest] = [session.expires.getTime(), absoluteEnd(config, token)]
  const end = Math.min(expires, oldest)
  const now = config.clock()
  if (end > now) return { session, user, token }
  if (now - end <= DELETED_AFTER * 1000) return 'kept'
  await discardRow(context, store, session.sessionToken)
  return oldest < expires ? 'too-old' : 'expired'
}

/** The session of the request: of several cookies with its name the first that has one. */
export async function findLive(
  context: SessionContext,
  store: SessionStore,
): Promise<Live | Absent> {
  const first = await readSessionToken(context)
  if (first === undefined) return 'kept'
  const found = await findByToken(context, store, first)
  if (typeof found === 'object') return found
  let absent: Absent = found
  for (const token of await allTokens(context)) {
    const other = token === first ? absent : await findByToken(context, store, token)
    if (typeof other === 'object') return other
    if (other === 'kept') absent = other
  }
  return absent
}

/** Deletes a row that a look-up has not found, as a replica may not have it yet. Adapters may throw where there is none. */
async function removeUnseen(
  context: SessionContext,
  store: SessionStore,
  token: string,
): Promise<void> {
  const names = [await hashToken(token), ...(mayBeRaw(context, token) ? [token] : [])]
  for (const name of names) {
    try {
      await store.deleteSession(name)
    } catch (error) {
      const { name: type } = asError(error)
      context.config.log.step('a session that was not found could not be deleted', { error: type })
    }
  }
}

/** Removes the sessions of the request from the store; one that no longer exists is fine. */
export async function remove(
  context: SessionContext,
  store: SessionStore,
  reason: string,
): Promise<readonly AdapterSession[]> {
  const removed: AdapterSession[] = []
  for (const token of await allTokens(context)) {
    const found = await find(context, store, token)
    if (found) {
      const { sessionToken: id, userId: user } = found.session
      const { endSessions } = await loadEndings()
      await endSessions(context.config, { kind: 'session', id, user }, { reason, by: user })
      removed.push(found.session)
    } else await removeUnseen(context, store, token)
  }
  return removed
}

import type { AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import { toExpiry } from './items.ts'
import {
  COPIES,
  SESSIONS,
  USERS,
  copyIndex,
  copyKey,
  sessionIndex,
  sessionKey,
  userKey,
} from './keys.ts'
import type { SessionMethods } from '@latchstring/adapter-kit'
import { copiedUser, emptyCopy, fillCopy } from './session-copies.ts'
import { type Store, text } from './store.ts'
import type { Item } from './batches.ts'

type SessionChanges = Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>

const NO_USER = 'The user of the session does not exist.'

const itemSessionKey = (item: Item): ReturnType<typeof sessionKey> =>
  sessionKey(text(item, 'userId'), text(item, 'sessionToken'))

/** The session as the index has it. */
async function find({ table }: Store, sessionToken: string): Promise<Item | null> {
  const { GSI1PK, GSI1SK } = sessionIndex(sessionToken)
  return (await table.find(GSI1PK, GSI1SK))[0] ?? null
}

const itemCopyKey = (item: Item): ReturnType<typeof copyKey> =>
  copyKey(text(item, 'userId'), text(item, 'sessionToken'))

/**
 * Stores a session with an empty copy of its user, and fills that with the user as it is afterwards: a change of the user at
 * the same time either finds the copy or is in it, and no session outlives its user.
 */
async function createSession(store: Store, session: AdapterSession): Promise<AdapterSession> {
  const { table, read, attributes } = store
  const { sessionToken, userId } = session
  const key = sessionKey(userId, sessionToken)
  const expiry = toExpiry(store.expiry, session.expires)
  const item = {
    ...attributes('session', session),
    ...expiry,
    ...key,
    ...sessionIndex(sessionToken),
    type: 'SESSION',
  }
  const copy = { ...emptyCopy(userId, sessionToken), ...expiry }
  await table.putAll([item, copy])
  const user = await table.get(userKey(userId))
  if (user === null) {
    await table.removeAll([key, copy])
    throw new Error(NO_USER)
  }
  const isFilled = await fillCopy(store, copy, user)
  // Without its user the session is gone as well. With it, the session was ended meanwhile, which is as if a moment later.
  if (!isFilled && (await table.get(userKey(userId))) === null) throw new Error(NO_USER)
  return read('session', item)
}

async function readSessionAndUser(
  store: Store,
  sessionToken: string,
): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
  const { GSI1PK, GSI1SK } = sessionIndex(sessionToken)
  const items = await store.table.find(GSI1PK)
  const by = (sort: string): Item | undefined => items.find((item) => item['GSI1SK'] === sort)
  const item = by(GSI1SK)
  if (item === undefined) return null
  const copied = copiedUser(item, by(copyIndex(sessionToken).GSI1SK))
  const user = copied ?? (await store.table.get(userKey(text(item, 'userId'))))
  return user && { session: store.read('session', item), user: store.read('user', user) }
}

/** Moves the expiry of the copy along, so that the service does not delete it before its session. */
async function moveCopy({ table, expiry }: Store, session: Item, expires: Date): Promise<void> {
  await table.update(itemCopyKey(session), { set: toExpiry(expiry, expires) }, { exists: true })
}

async function updateSession(
  store: Store,
  changes: SessionChanges,
): Promise<AdapterSession | null> {
  const { sessionToken, userId, expires, ...members } = changes
  const item = await find(store, sessionToken)
  if (item === null) return null
  if (userId !== undefined && userId !== item['userId']) {
    throw new TypeError('A session cannot be moved to another user: delete it and create another.')
  }
  const set = {
    sessionToken,
    ...store.attributes('session', members),
    ...(expires && toExpiry(store.expiry, expires)),
  }
  const updated = await store.table.update(itemSessionKey(item), { set }, { exists: true })
  if (updated !== null && expires) await moveCopy(store, updated, expires)
  return updated && store.read('session', updated)
}

async function compareAndSetSession(
  store: Store,
  { sessionToken, from, to }: Readonly<{ sessionToken: string; from: Date; to: Date }>,
): Promise<boolean> {
  const { table, expiry, read } = store
  const item = await find(store, sessionToken)
  if (item === null || read('session', item).expires.getTime() !== from.getTime()) return false
  const equal = { [expiry.seconds]: item[expiry.seconds] }
  const moved = await table.update(
    itemSessionKey(item),
    { set: toExpiry(expiry, to) },
    { exists: true, equal },
  )
  if (moved !== null) await moveCopy(store, item, to)
  return moved !== null
}

/** Methods on sessions. */
export function sessionMethods(store: Store): SessionMethods {
  const { table, read } = store
  return {
    createSession: (session) => createSession(store, session),
    getSessionAndUser: (sessionToken) => readSessionAndUser(store, sessionToken),
    updateSession: (changes) => updateSession(store, changes),
    async deleteSession(sessionToken) {
      const item = await find(store, sessionToken)
      if (item !== null) await table.removeAll([itemSessionKey(item), itemCopyKey(item)])
    },
    compareAndSetSession: (params) => compareAndSetSession(store, params),
    async listSessionsByUserId(userId) {
      const items = await table.list(`USER#${userId}`, SESSIONS)
      return items.map((item) => read('session', item))
    },
    async deleteSessionsByUserId(userId, except) {
      const items = await table.list(`USER#${userId}`, SESSIONS)
      const ended = items.filter((item) => item['sessionToken'] !== except)
      await table.removeAll([...ended.map(itemSessionKey), ...ended.map(itemCopyKey)])
      return ended.length
    },
    async deleteAllSessions() {
      // Others may have items in the table, too.
      const isSession = {
        condition:
          'begins_with(pk, :user) AND begins_with(GSI1PK, :session) AND (begins_with(sk, :session) OR begins_with(sk, :copy))',
        values: { ':user': USERS, ':session': SESSIONS, ':copy': COPIES },
      }
      for await (const keys of table.scan('pk, sk', isSession)) await table.removeAll(keys)
    },
  }
}

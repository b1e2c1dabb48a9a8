import type { AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import { expiryOf, toExpiry } from './items.ts'
import { sessionIndex, sessionKey, userKey } from './keys.ts'
import type { AdapterMethods } from './methods.ts'
import { COPY, copyTo } from './session-copies.ts'
import { type Store, text } from './store.ts'
import type { Item } from './table.ts'

type SessionMethods = Pick<
  AdapterMethods,
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'compareAndSetSession'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
>

type SessionChanges = Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>

const NO_USER = 'There is no user the session could belong to.'

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

const keyOf = (item: Item): ReturnType<typeof sessionKey> =>
  sessionKey(text(item, 'userId'), text(item, 'sessionToken'))

/** The session as the index has it. */
async function find({ table }: Store, sessionToken: string): Promise<Item | null> {
  const { GSI1PK, GSI1SK } = sessionIndex(sessionToken)
  return (await table.find(GSI1PK, GSI1SK))[0] ?? null
}

/**
 * Stores a session with a copy of its user. The copy comes after the session, so that a change of the user at the same
 * time either finds the session or is in the copy; and after a last look at the user, so that no session outlives it.
 */
async function createSession(store: Store, session: AdapterSession): Promise<AdapterSession> {
  const { table, expiry, read, attributes } = store
  const { sessionToken, userId, expires } = session
  const key = sessionKey(userId, sessionToken)
  const item = {
    ...attributes('session', session),
    ...toExpiry(expiry, expires),
    ...key,
    ...sessionIndex(sessionToken),
    type: 'SESSION',
  }
  await table.put(item)
  const user = await table.get(userKey(userId))
  if (user === null) {
    await table.remove(key)
    throw new Error(NO_USER)
  }
  const copied = await copyTo(store, key, user)
  if (copied === null && (await table.get(key)) === null) throw new Error(NO_USER)
  return read('session', item)
}

async function readSessionAndUser(
  store: Store,
  sessionToken: string,
): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
  const item = await find(store, sessionToken)
  if (item === null) return null
  const copy = item[COPY]
  const user = isItem(copy) ? copy : await store.table.get(userKey(text(item, 'userId')))
  return user && { session: store.read('session', item), user: store.read('user', user) }
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
  const updated = await store.table.update(keyOf(item), { set }, { exists: true })
  return updated && store.read('session', updated)
}

/** Methods on sessions. */
export function sessionMethods(store: Store): SessionMethods {
  const { table, expiry, read } = store
  return {
    createSession: (session) => createSession(store, session),
    getSessionAndUser: (sessionToken) => readSessionAndUser(store, sessionToken),
    updateSession: (changes) => updateSession(store, changes),
    async deleteSession(sessionToken) {
      const item = await find(store, sessionToken)
      if (item !== null) await table.remove(keyOf(item))
    },
    async compareAndSetSession({ sessionToken, from, to }) {
      const item = await find(store, sessionToken)
      if (item === null || read('session', item).expires.getTime() !== from.getTime()) return false
      const condition = { exists: true, equal: expiryOf(expiry, item) }
      return (await table.update(keyOf(item), { set: toExpiry(expiry, to) }, condition)) !== null
    },
    async listSessionsByUserId(userId) {
      const items = await table.list(`USER#${userId}`, 'SESSION#')
      return items.map((item) => read('session', item))
    },
    async deleteSessionsByUserId(userId, except) {
      const items = await table.list(`USER#${userId}`, 'SESSION#')
      const ended = items.filter((item) => item['sessionToken'] !== except)
      await table.removeAll(ended.map(keyOf))
      return ended.length
    },
  }
}

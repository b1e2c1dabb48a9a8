import { COPIES, copyIndex, copyKey, SESSIONS, userKey } from './keys.ts'
import { forEach, type Store, text } from './store.ts'
import type { Item, Key } from './batches.ts'

// Beside each session is a copy of its user, so that one query finds both. Every write sets a new nonce of the copy, on the condition
// of the previous nonce, and the user is read after that nonce. So a newer user is never replaced by an older one, not even by an
// interrupted call.

/** Sort keys from the first session to the last copy. Rows of records come after them. */
const SESSIONS_AND_COPIES = [SESSIONS, `${COPIES.slice(0, -1)}$`] as const

const itemKey = (item: Item): Key => ({ pk: text(item, 'pk'), sk: text(item, 'sk') })

/** A copy without its user, which is filled later. */
export const emptyCopy = (userId: string, sessionToken: string): Item & Key => ({
  ...copyKey(userId, sessionToken),
  ...copyIndex(sessionToken),
  nonce: crypto.randomUUID(),
})

/** Puts the user into a copy. It has to be read after the copy; `false` when the copy was written to since, or no longer exists. */
export async function fillCopy({ table }: Store, copy: Item, user: Item): Promise<boolean> {
  const { GSI1PK: _, GSI1SK: __, ...members } = user
  const set = { user: members, nonce: crypto.randomUUID() }
  return (await table.update(itemKey(copy), { set }, { equal: { nonce: copy['nonce'] } })) !== null
}

/** Fills copies that have been read; gives those that were written to since. */
async function fillAll(
  store: Store,
  userId: string,
  copies: readonly Item[],
): Promise<readonly Item[]> {
  const user = copies.length === 0 ? null : await store.table.get(userKey(userId))
  if (user === null) return []
  const filled = await forEach(copies, (copy) => fillCopy(store, copy, user))
  return copies.filter((_, index) => filled[index] === false)
}

const startsWith = (prefix: string) => (item: Item) => text(item, 'sk').startsWith(prefix)

/** An empty copy for a session without one, which was created without this adapter. */
async function addCopy({ table, expiry }: Store, session: Item): Promise<Item | null> {
  const [userId, token] = [text(session, 'userId'), text(session, 'sessionToken')]
  const copy = { ...emptyCopy(userId, token), [expiry.seconds]: session[expiry.seconds] }
  await table.put(copy, { exists: false })
  if ((await table.get(itemKey(session))) !== null) return copy
  await table.remove(copy)
  return null
}

/** The copies of a user, one for each session. */
async function listCopies(store: Store, userId: string): Promise<readonly Item[]> {
  const items = await store.table.list(userKey(userId).pk, SESSIONS_AND_COPIES)
  const copies = items.filter(startsWith(COPIES))
  const copied = new Set(copies.map((copy) => text(copy, 'GSI1PK')))
  const bare = items.filter((item) => startsWith(SESSIONS)(item) && !copied.has(text(item, 'sk')))
  const added = await forEach(bare, (session) => addCopy(store, session))
  return [...copies, ...added.filter((copy) => copy !== null)]
}

/**
 * Updates the copies in all sessions of a user. A copy that another call writes at the same time may get an older user: it is
 * emptied, which invalidates earlier reads, and filled again.
 */
export async function copyToSessions(store: Store, userId: string): Promise<void> {
  const copies = await listCopies(store, userId)
  const missed = await fillAll(store, userId, copies)
  const emptied = await forEach(missed, (copy) =>
    store.table.update(
      itemKey(copy),
      { set: { nonce: crypto.randomUUID() }, remove: ['user'] },
      { exists: true },
    ),
  )
  await fillAll(
    store,
    userId,
    emptied.filter((copy) => copy !== null),
  )
}

/** The user of a session from its copy; `null` where there is none, or a damaged one. */
export function copiedUser(session: Item, copy: Item | undefined): Item | null {
  const user: unknown = copy?.['user']
  if (typeof user !== 'object' || user === null || !('id' in user)) return null
  return user.id === session['userId'] ? { ...user } : null
}

import { newClaim } from './claims.ts'
import { type IndexKeys, userKey } from './keys.ts'
import { type Mark, newMark, orUndo, type Store } from './store.ts'
import type { Item, Key } from './batches.ts'
import { uniqueViolation } from '@latchstring/adapter-kit'

/** An item of a user whose key is unique. */
export interface Owned {
  readonly kind: 'account' | 'authenticator'
  readonly userId: string
  readonly key: (userId: string) => Key
  readonly claim: Key
  readonly attributes: Readonly<Record<string, unknown>>
  readonly index?: IndexKeys
}

/** An item with the user it belongs to. */
export interface Found {
  readonly item: Item
  readonly user: Item
}

/** The item and its user, where both are there. */
export async function readOwned(
  { table }: Store,
  key: (userId: string) => Key,
  userId: string,
): Promise<Found | null> {
  const [item, user] = await table.getBoth(key(userId), userKey(userId))
  return item === null || user === null ? null : { item, user }
}

/** Adds the keys of the index to the item; `false` if it no longer exists. A repeated command may already have done it. */
async function letFind({ table }: Store, item: Key & Mark, index: IndexKeys): Promise<boolean> {
  const set = (equal: object): Promise<Item | null> =>
    table.update(item, { set: index }, { equal: { ...equal } })
  return ((await set({ GSI1SK: item.GSI1SK })) ?? (await set(index))) !== null
}

/**
 * Puts the item, claims its key, and then adds the keys of the index. The item is first, so that a claim without an item is always
 * a leftover.
 */
async function putAndClaim(store: Store, owned: Owned, item: Item & Key & Mark): Promise<void> {
  const { table, claims } = store
  const { kind, userId, key, claim, index } = owned
  const fresh = await table.put(item, { exists: false })
  const outcome = await claims.claim(
    claim,
    newClaim(userId),
    async ({ owner }) => (await readOwned(store, key, owner)) !== null,
  )
  const exists = uniqueViolation(`The ${kind} already exists.`)
  if (outcome === 'taken' || (outcome === 'own' && !fresh)) throw exists
  // An earlier, interrupted call has stored the item without its claim.
  if (outcome === 'new' && !fresh) await table.put(item)
  const done = index === undefined || (await letFind(store, item, index))
  // A simultaneous deletion of the user deletes the items that it finds; a later item is deleted here.
  if ((await table.get(userKey(userId))) === null) {
    await table.remove(claim, { equal: { owner: userId } })
    await table.remove(item)
    throw new Error(`The user of the ${kind} does not exist.`)
  }
  if (!done) throw exists
}

/** Stores an item of a user. */
export async function createOwned(store: Store, owned: Owned): Promise<Item> {
  const mark = newMark()
  const key = owned.key(owned.userId)
  const item = { ...owned.attributes, ...key, ...mark }
  await orUndo(putAndClaim(store, owned, item), () => store.table.remove(key, { equal: mark }))
  return item
}

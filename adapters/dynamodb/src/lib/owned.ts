import { newClaim } from './claims.ts'
import { type IndexKeys, userKey } from './keys.ts'
import { type Mark, newMark, orUndo, type Store } from './store.ts'
import type { Item, Key } from './table.ts'
import { uniqueViolation } from '@latchstring/adapter-kit'

/** An item of a user that nobody else may have. */
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

/** Lets the index find the item; `false` when it no longer exists. What a client sent twice has happened already. */
async function letFind({ table }: Store, item: Key & Mark, index: IndexKeys): Promise<boolean> {
  const set = (equal: object): Promise<Item | null> =>
    table.update(item, { set: index }, { equal: { ...equal } })
  return ((await set({ GSI1SK: item.GSI1SK })) ?? (await set(index))) !== null
}

/**
 * Puts the item, claims its key, and then lets the index find it. What is stored comes first: a claim without it is then
 * always left over.
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
  // The item was there without its claim, because a call before did not end.
  if (outcome === 'new' && !fresh) await table.put(item)
  const done = index === undefined || (await letFind(store, item, index))
  // A user that is deleted at the same time takes along what it finds; what came too late goes here.
  if ((await table.get(userKey(userId))) === null) {
    await table.remove(claim, { equal: { owner: userId } })
    await table.remove(item)
    throw new Error(`The user of the ${kind} does not exist.`)
  }
  if (!done) throw exists
}

/** Stores what a user owns. */
export async function createOwned(store: Store, owned: Owned): Promise<Item> {
  const mark = newMark()
  const key = owned.key(owned.userId)
  const item = { ...owned.attributes, ...key, ...mark }
  await orUndo(putAndClaim(store, owned, item), () => store.table.remove(key, { equal: mark }))
  return item
}

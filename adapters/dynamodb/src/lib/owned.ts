import { type IndexKeys, userKey } from './keys.ts'
import { CLAIMED, orUndo, STORED_BY, type Store } from './store.ts'
import type { Item, Key } from './table.ts'
import { uniqueViolation } from './unique-violation.ts'

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

/** Puts the item and claims its key. What is stored comes first: a claim without it is then always left over. */
async function putAndClaim(store: Store, owned: Owned, item: Item & Key): Promise<void> {
  const { table, claims } = store
  const { kind, userId, key, claim } = owned
  const fresh = await table.put(item, { exists: false })
  const counts = async (owner: string): Promise<boolean> =>
    (await readOwned(store, key, owner)) !== null
  const outcome = await claims.claim(claim, userId, counts)
  if (outcome === 'taken' || (outcome === 'own' && !fresh)) {
    throw uniqueViolation(`There is an ${kind} with the same key already.`)
  }
  // The item was there without its claim, because a call before did not end.
  if (outcome === 'new' && !fresh) await table.put(item)
  // A user that is deleted at the same time takes along what it finds; what came too late goes here.
  if ((await table.get(userKey(userId))) === null) {
    await table.remove(claim, { equal: { owner: userId } })
    throw new Error(`There is no user the ${kind} could belong to.`)
  }
}

/** Stores what a user owns. */
export async function createOwned(store: Store, owned: Owned): Promise<Item> {
  const storedBy = crypto.randomUUID()
  const key = owned.key(owned.userId)
  const item = {
    ...owned.attributes,
    ...key,
    ...owned.index,
    [CLAIMED]: true,
    [STORED_BY]: storedBy,
  }
  await orUndo(putAndClaim(store, owned, item), () =>
    store.table.remove(key, { equal: { [STORED_BY]: storedBy } }),
  )
  return item
}

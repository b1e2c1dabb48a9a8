import type { Claim } from './claims.ts'
import { emailClaim, emailIndex, emailName, userKey } from './keys.ts'
import { type Store, text } from './store.ts'
import type { Item } from './batches.ts'

/** Whether the owner of a claim has an address, or is claiming it. */
export const hasEmail =
  ({ table }: Store, email: string) =>
  async ({ owner, pending }: Claim): Promise<boolean> => {
    const user = await table.get(userKey(owner))
    return user !== null && (pending === true || emailName(user['email']) === email)
  }

async function readUser({ table }: Store, id: string, email: string): Promise<Item | null> {
  const user = await table.get(userKey(id))
  return user !== null && emailName(user['email']) === email ? user : null
}

/**
 * A user by the address as it was given, from the index: also one that was written without this adapter, and has no claim.
 * The index may be behind, so the user itself decides.
 */
export async function findIndexedUser(store: Store, email: unknown): Promise<Item | null> {
  const keys = emailIndex(email)
  const indexed = keys === undefined ? [] : await store.table.find(keys.GSI1PK, keys.GSI1SK)
  for (const item of indexed) {
    const user = await readUser(store, text(item, 'id'), emailName(email))
    if (user !== null) return user
  }
  return null
}

/** The item of the user with an address. */
export async function findUserByEmail(store: Store, email: string): Promise<Item | null> {
  const name = emailName(email)
  if (name === '') return null
  const claim = await store.claims.read(emailClaim(name))
  const user = claim && (await readUser(store, claim.owner, name))
  return user ?? findIndexedUser(store, email)
}

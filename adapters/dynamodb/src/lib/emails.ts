import { emailClaim, emailIndex, emailName, userKey } from './keys.ts'
import { findUnclaimed, NEXT_EMAIL, type Store, text } from './store.ts'
import type { Item } from './table.ts'

/** Whether a user has an address, or is about to. */
export const isEmailOf =
  ({ table }: Store, email: string) =>
  async (userId: string): Promise<boolean> => {
    const user = await table.get(userKey(userId))
    return user !== null && (emailName(user['email']) === email || user[NEXT_EMAIL] === email)
  }

async function readUser({ table }: Store, id: string, email: string): Promise<Item | null> {
  const user = await table.get(userKey(id))
  return user !== null && emailName(user['email']) === email ? user : null
}

/** A user that was written without this adapter, by the address as it was given. */
export async function findUnclaimedUser(store: Store, email: unknown): Promise<Item | null> {
  const keys = emailIndex(email)
  const indexed = keys && (await findUnclaimed(store, keys))
  return indexed ? readUser(store, text(indexed, 'id'), emailName(email)) : null
}

/** The item of the user with an address. */
export async function findUserByEmail(store: Store, email: string): Promise<Item | null> {
  const name = emailName(email)
  if (name === '') return null
  const claim = await store.claims.read(emailClaim(name))
  const user = claim && (await readUser(store, claim.owner, name))
  return user ?? findUnclaimedUser(store, email)
}

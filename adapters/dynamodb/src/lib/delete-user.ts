import {
  accountClaim,
  authenticatorClaim,
  emailClaim,
  emailName,
  OWNED_ROWS,
  userKey,
} from './keys.ts'
import { removeOwnedRows } from './records.ts'
import { type Store, text } from './store.ts'
import type { Item, Key } from './batches.ts'

const itemKey = (item: Item): Key => ({ pk: text(item, 'pk'), sk: text(item, 'sk') })

const startsWith = (item: Item, prefix: string): boolean => text(item, 'sk').startsWith(prefix)

/** The claim behind an item of a user. */
function findClaim(item: Item): Key | null {
  if (startsWith(item, 'ACCOUNT#')) {
    const [provider, providerAccountId] = [text(item, 'provider'), text(item, 'providerAccountId')]
    return accountClaim({ provider, providerAccountId })
  }
  if (startsWith(item, 'AUTHENTICATOR#')) return authenticatorClaim(text(item, 'credentialID'))
  return null
}

const isOwnedRow = (item: Item): boolean => startsWith(item, OWNED_ROWS)

/**
 * Deletes a user and what belongs to it: the user first, so that calls at the same time see that it was deleted, and then
 * the sessions. A call that failed half-way can be repeated.
 */
export async function deleteUser(store: Store, userId: string): Promise<void> {
  const { table } = store
  const user = await table.remove(userKey(userId))
  const items = await table.list(userKey(userId).pk)
  const sessions = items.filter((item) => startsWith(item, 'SESSION#'))
  await table.removeAll(sessions.map(itemKey))
  await removeOwnedRows(store, items)
  const rest = items.filter((item) => !sessions.includes(item) && !isOwnedRow(item))
  const claims = rest.map(findClaim).filter((key) => key !== null)
  const email = emailName(user?.['email'])
  if (email !== '') claims.push(emailClaim(email))
  for (const key of claims) await table.remove(key, { equal: { owner: userId } })
  await table.removeAll(rest.map(itemKey))
}

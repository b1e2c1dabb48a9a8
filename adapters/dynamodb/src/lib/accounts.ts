import type { AdapterAccount } from '@latchstring/core/adapters'
import { accountClaim, accountIndex, type AccountIds, accountKey } from './keys.ts'
import { createOwned, type Found, readOwned } from './owned.ts'
import { type Store, text } from './store.ts'
import type { Item } from './batches.ts'
import { type AccountMethods, uniqueViolation } from '@latchstring/adapter-kit'

type AccountChanges = Partial<AdapterAccount> & AccountIds

const keyFor =
  (ids: AccountIds) =>
  (userId: string): ReturnType<typeof accountKey> =>
    accountKey(userId, ids)

/** From the index, which may be behind: also an account that was written without this adapter, and has no claim. */
async function findIndexed(store: Store, ids: AccountIds): Promise<Found | null> {
  const { GSI1PK, GSI1SK } = accountIndex(ids)
  for (const indexed of await store.table.find(GSI1PK, GSI1SK)) {
    const found = await readOwned(store, keyFor(ids), text(indexed, 'userId'))
    if (found !== null) return found
  }
  return null
}

/** The account with the user it belongs to. */
export async function findOwner(store: Store, ids: AccountIds): Promise<Found | null> {
  const claim = await store.claims.read(accountClaim(ids))
  const found = claim && (await readOwned(store, keyFor(ids), claim.owner))
  return found ?? findIndexed(store, ids)
}

/** The account, without the id of the row that the published adapter gives its own, which have no claim. */
async function read(store: Store, item: Item): Promise<AdapterAccount> {
  const account = store.read('account', item)
  if (!('id' in account)) return account
  const claim = await store.claims.read(accountClaim(account))
  if (claim?.owner === account.userId) return account
  const { id: _, ...members } = account
  return members
}

async function linkAccount(store: Store, account: AdapterAccount): Promise<AdapterAccount> {
  const attributes = store.attributes('account', account)
  if ((await findIndexed(store, account)) !== null) {
    throw uniqueViolation('An account with this key already exists.')
  }
  const item = await createOwned(store, {
    kind: 'account',
    userId: account.userId,
    key: keyFor(account),
    claim: accountClaim(account),
    attributes,
    index: accountIndex(account),
  })
  return store.read('account', item)
}

async function unlinkAccount(store: Store, ids: AccountIds): Promise<void> {
  const { table, claims } = store
  const key = accountClaim(ids)
  const claim = await claims.read(key)
  const removed = claim && (await table.remove(accountKey(claim.owner, ids)))
  if (claim !== null) await claims.release(key, claim)
  if (removed !== null) return
  const found = await findIndexed(store, ids)
  if (found !== null) await table.remove(accountKey(text(found.item, 'userId'), ids))
}

async function updateAccount(
  store: Store,
  account: AccountChanges,
): Promise<AdapterAccount | null> {
  const { userId, ...changes } = account
  const found = await findOwner(store, account)
  if (found === null) return null
  const owner = text(found.item, 'userId')
  if (userId !== undefined && userId !== owner) {
    throw new TypeError('An account cannot be moved to another user: unlink it and link it there.')
  }
  const set = store.attributes('account', changes)
  const key = accountKey(owner, account)
  const updated = await store.table.update(key, { set }, { exists: true })
  return updated && read(store, updated)
}

/** Methods on accounts. */
export function accountMethods(store: Store): AccountMethods {
  return {
    linkAccount: (account) => linkAccount(store, account),
    unlinkAccount: (ids) => unlinkAccount(store, ids),
    async getAccount(providerAccountId, provider) {
      const found = await findOwner(store, { provider, providerAccountId })
      return found && read(store, found.item)
    },
    updateAccount: (account) => updateAccount(store, account),
    async listAccountsByUserId(userId) {
      const items = await store.table.list(`USER#${userId}`, 'ACCOUNT#')
      return Promise.all(items.map((item) => read(store, item)))
    },
  }
}

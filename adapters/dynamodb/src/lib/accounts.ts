import type { AdapterAccount } from '@latchstring/core/adapters'
import { accountClaim, accountIndex, type AccountIds, accountKey } from './keys.ts'
import type { AdapterMethods } from './methods.ts'
import { createOwned, type Found, readOwned } from './owned.ts'
import { findUnclaimed, type Store, text } from './store.ts'
import { uniqueViolation } from './unique-violation.ts'

type AccountMethods = Pick<
  AdapterMethods,
  'linkAccount' | 'unlinkAccount' | 'getAccount' | 'updateAccount' | 'listAccountsByUserId'
>

type AccountChanges = Partial<AdapterAccount> & AccountIds

const keyOf =
  (ids: AccountIds) =>
  (userId: string): ReturnType<typeof accountKey> =>
    accountKey(userId, ids)

/** The account with the user it belongs to. */
export async function findOwner(store: Store, ids: AccountIds): Promise<Found | null> {
  const claim = await store.claims.read(accountClaim(ids))
  const found = claim && (await readOwned(store, keyOf(ids), claim.owner))
  if (found !== null) return found
  const indexed = await findUnclaimed(store, accountIndex(ids))
  return indexed && readOwned(store, keyOf(ids), text(indexed, 'userId'))
}

async function linkAccount(store: Store, account: AdapterAccount): Promise<AdapterAccount> {
  const attributes = store.attributes('account', account)
  if ((await findUnclaimed(store, accountIndex(account))) !== null) {
    throw uniqueViolation('There is an account with the same key already.')
  }
  const item = await createOwned(store, {
    kind: 'account',
    userId: account.userId,
    key: keyOf(account),
    claim: accountClaim(account),
    attributes,
    index: accountIndex(account),
  })
  return store.read('account', item)
}

async function unlinkAccount({ table, claims, ...store }: Store, ids: AccountIds): Promise<void> {
  const key = accountClaim(ids)
  const claim = await claims.read(key)
  if (claim !== null) {
    await table.remove(accountKey(claim.owner, ids))
    await claims.release(key, claim)
    return
  }
  const indexed = await findUnclaimed({ table, claims, ...store }, accountIndex(ids))
  if (indexed !== null) await table.remove(accountKey(text(indexed, 'userId'), ids))
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
  return updated && store.read('account', updated)
}

/** Methods on accounts. */
export function accountMethods(store: Store): AccountMethods {
  return {
    linkAccount: (account) => linkAccount(store, account),
    unlinkAccount: (ids) => unlinkAccount(store, ids),
    async getAccount(providerAccountId, provider) {
      const found = await findOwner(store, { provider, providerAccountId })
      return found && store.read('account', found.item)
    },
    updateAccount: (account) => updateAccount(store, account),
    async listAccountsByUserId(userId) {
      const items = await store.table.list(`USER#${userId}`, 'ACCOUNT#')
      return items.map((item) => store.read('account', item))
    },
  }
}

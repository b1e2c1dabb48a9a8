import type { AdapterAccount } from '@latchstring/core/adapters'
import type { AccountMethods } from '@latchstring/adapter-kit'
import { toKeyPart, toOptionalKeyPart } from './keys.ts'
import type { Store } from './store.ts'

type AccountIds = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** Joins both ids to a unique part of a key. */
export const accountKey = ({ provider, providerAccountId }: AccountIds): string =>
  toKeyPart(JSON.stringify([provider, providerAccountId]))

const toKeys = (account: AccountIds & { readonly userId?: string }) => ({
  kind: 'account' as const,
  id: accountKey(account),
  owner: toOptionalKeyPart(account.userId),
})

/** Methods on accounts. */
export function accountMethods(store: Store): AccountMethods {
  return {
    linkAccount: (account) => store.createOwned(toKeys(account), account),
    async unlinkAccount(account) {
      await store.backend.removeOwned('account', accountKey(account))
    },
    getAccount: (providerAccountId, provider) =>
      store.readOwned('account', accountKey({ provider, providerAccountId })),
    updateAccount: (account) => store.updateOwned(toKeys(account), account),
    listAccountsByUserId: (userId) => store.listOwned('account', toKeyPart(userId)),
  }
}

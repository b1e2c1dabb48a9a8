import type { Store } from './collections.ts'
import type { AccountMethods } from '@latchstring/adapter-kit'
import { openOwned } from './owned.ts'

/** Methods on accounts. */
export function accountMethods(store: Store): AccountMethods {
  const accounts = openOwned(store, 'account')
  return {
    linkAccount: (account) => accounts.create(account),
    unlinkAccount: ({ provider, providerAccountId }) =>
      accounts.remove({ provider, providerAccountId }),
    getAccount: (providerAccountId, provider) => accounts.findOne({ provider, providerAccountId }),
    updateAccount: ({ provider, providerAccountId, ...changes }) =>
      accounts.update({ provider, providerAccountId }, changes),
    listAccountsByUserId: (userId) => accounts.list(userId),
  }
}

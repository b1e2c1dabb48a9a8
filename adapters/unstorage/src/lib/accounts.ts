import type { AdapterAccount } from '@latchstring/core/adapters'
import { digest } from './keys.ts'
import type { OwnedRecords } from './owned.ts'
import type { AccountMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'

/** The digest an account is found by. */
export const accountId = ({
  provider,
  providerAccountId,
}: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): Promise<string> =>
  digest(provider, providerAccountId)

/** Methods on accounts. */
export function accountMethods(store: Store, owned: OwnedRecords): AccountMethods {
  return {
    linkAccount: async (account) => owned.create('account', await accountId(account), account),
    unlinkAccount: async (account) => owned.remove('account', await accountId(account)),
    getAccount: async (providerAccountId, provider) =>
      store.read('account', await accountId({ provider, providerAccountId })),
    updateAccount: async (account) => owned.update('account', await accountId(account), account),
    listAccountsByUserId: (userId) => owned.list('account', userId),
  }
}

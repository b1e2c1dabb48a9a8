import type { AdapterAccount } from '@latchstring/core/adapters'
import type { AdapterMethods } from '@latchstring/adapter-kit'
import type { Owned, Store } from './store.ts'

type AccountMethods = Pick<
  AdapterMethods,
  'linkAccount' | 'unlinkAccount' | 'getAccount' | 'updateAccount' | 'listAccountsByUserId'
>

type AccountIds = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** Both ids in one, which no other two give. */
export const accountKey = ({ provider, providerAccountId }: AccountIds): string =>
  JSON.stringify([provider, providerAccountId])

const toKeys = (account: AccountIds & { readonly userId?: string }): Owned<'account'> => ({
  kind: 'account',
  id: accountKey(account),
  owner: account.userId ?? '',
  expires: '',
})

/** Methods on accounts. */
export function accountMethods(store: Store): AccountMethods {
  return {
    linkAccount: (account) => store.create(toKeys(account), account),
    unlinkAccount: (account) => store.remove('account', accountKey(account)),
    getAccount: (providerAccountId, provider) =>
      store.readOne('account', accountKey({ provider, providerAccountId })),
    updateAccount: (account) => store.update(toKeys(account), account),
    listAccountsByUserId: (userId) => store.list('account', userId),
  }
}

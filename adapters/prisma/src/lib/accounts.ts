import type { AdapterAccount } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { AccountMethods } from '@latchstring/adapter-kit'
import {
  exactRows,
  find,
  findAll,
  insert,
  requireModel,
  names,
  remove,
  type Store,
} from './store.ts'

const asAccount = (row: Row): AdapterAccount =>
  // The model has the members of every account. Further members are read in the types in which they were written.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterAccount

/** Methods on the model of accounts. */
export function accountMethods(store: Store): Omit<AccountMethods, 'getAccount'> {
  const { models, records, atomic } = store
  const { account: accounts } = records
  return {
    async linkAccount(account) {
      await insert(models, accounts, account)
    },
    async unlinkAccount({ provider, providerAccountId }) {
      const where = { provider, providerAccountId }
      if (await names(models, accounts, where)) await remove(models, accounts, where)
    },
    async listAccountsByUserId(id) {
      const userId = accounts.idOf('userId', id)
      if (userId === undefined) return []
      return (await findAll(models, accounts, { userId })).map(asAccount)
    },
    async updateAccount({ provider, providerAccountId, ...changes }) {
      const where = { provider, providerAccountId }
      if (!accounts.hasAdditional) {
        const data = accounts.toRow(changes)
        if (!(await names(models, accounts, where))) return
        await awaitQuery(requireModel(models, accounts).updateMany({ where, data }))
        return
      }
      await atomic(async (within) => {
        const [row] = await exactRows(within, accounts, where)
        if (row === undefined) return
        const data = accounts.toChanges(changes, accounts.restOf(row))
        await awaitQuery(requireModel(within, accounts).updateMany({ where, data }))
      })
    },
  }
}

/** The methods on accounts that passkeys need. */
export function accountLookUp({ models, records }: Store): Pick<AccountMethods, 'getAccount'> {
  return {
    async getAccount(providerAccountId, provider) {
      const row = await find(models, records.account, { provider, providerAccountId })
      return row === null ? null : asAccount(row)
    },
  }
}

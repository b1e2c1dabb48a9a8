import type { AdapterAccount } from '@latchstring/core/adapters'
import { and, type SQL } from 'drizzle-orm'
import type { Row, Selection } from './database.ts'
import { canHold } from './records.ts'
import { same } from './same.ts'
import type { AccountMethods } from '@latchstring/adapter-kit'
import { find, findAll, remove, awaitQuery, type Store } from './store.ts'

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

const asAccount = (row: Row): AdapterAccount =>
  // The table has the members of every account. Further members are read in the types in which they were written.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterAccount

function whereKey(
  { tables: { accounts } }: Store,
  { provider, providerAccountId }: Key,
): SQL | undefined {
  return and(
    same(accounts.column('provider'), provider),
    same(accounts.column('providerAccountId'), providerAccountId),
  )
}

/** Methods on the table of accounts. */
export function accountMethods(store: Store): Omit<AccountMethods, 'getAccount'> {
  const { db, dialect, tables, write, atomic } = store
  const { accounts } = tables
  const userId = accounts.column('userId')
  const locked = (query: Selection): Selection =>
    // SQLite has one writer anyway.
    dialect === 'sqlite' ? query : query.for('update')
  return {
    async linkAccount(account) {
      await write((own) => awaitQuery(own.insert(accounts.table).values(accounts.toRow(account))))
    },
    async unlinkAccount(account) {
      await remove(store, accounts, whereKey(store, account))
    },
    async listAccountsByUserId(id) {
      if (!canHold(userId, id)) return []
      return (await findAll(db, accounts, same(userId, id))).map(asAccount)
    },
    async updateAccount({ provider, providerAccountId, ...changes }) {
      const where = whereKey(store, { provider, providerAccountId })
      const raw = { ...accounts, fromRow: (row: Row): Row => row }
      const set = (rest: unknown): Row => ({ provider, ...accounts.toChanges(changes, rest) })
      if (!accounts.hasAdditional) {
        await write((own) => awaitQuery(own.update(accounts.table).set(set(null)).where(where)))
        return
      }
      await atomic(async (own) => {
        const row = await find(own, raw, where, locked)
        if (row === null) return
        await awaitQuery(
          own
            .update(accounts.table)
            .set(set(accounts.restOf(row)))
            .where(where),
        )
      })
    },
  }
}

/** The methods on accounts that passkeys need. */
export function accountLookUp(store: Store): Pick<AccountMethods, 'getAccount'> {
  return {
    async getAccount(providerAccountId, provider) {
      const { db, tables } = store
      const row = await find(db, tables.accounts, whereKey(store, { provider, providerAccountId }))
      return row === null ? null : asAccount(row)
    },
  }
}

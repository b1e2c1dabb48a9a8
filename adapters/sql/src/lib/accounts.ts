import type { AdapterMethods, Store } from './store.ts'

type AccountMethods = Pick<AdapterMethods, 'linkAccount' | 'unlinkAccount' | 'getAccount'>

/** Methods on the table of accounts. */
export function accountMethods({ db, tables, records: { account: codec } }: Store): AccountMethods {
  const { accounts } = tables
  return {
    async linkAccount(account) {
      const row = await db
        .insertInto(accounts)
        .values(codec.toRow(account))
        .returningAll()
        .executeTakeFirstOrThrow()
      return codec.fromRow(row)
    },
    async unlinkAccount({ provider, providerAccountId }) {
      await db
        .deleteFrom(accounts)
        .where('provider', '=', provider)
        .where('provider_account_id', '=', providerAccountId)
        .execute()
    },
    async getAccount(providerAccountId, provider) {
      const row = await db
        .selectFrom(accounts)
        .selectAll()
        .where('provider', '=', provider)
        .where('provider_account_id', '=', providerAccountId)
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
  }
}

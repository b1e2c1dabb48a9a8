import { sql } from 'kysely'
import { type AdapterMethods, type Store, prefixed } from './store.ts'

type UserMethods = Pick<
  AdapterMethods,
  'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
>

/** Methods on the table of users. */
export function userMethods({ db, tables, records: { user: codec }, atomic }: Store): UserMethods {
  const { users, accounts, sessions, authenticators } = tables
  return {
    async createUser(user) {
      const row = await db
        .insertInto(users)
        .values(codec.toRow(user))
        .returningAll()
        .executeTakeFirstOrThrow()
      return codec.fromRow(row)
    },
    async getUser(id) {
      const row = await db.selectFrom(users).selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
    async getUserByEmail(email) {
      const row = await db
        .selectFrom(users)
        .selectAll()
        .where(sql`lower(${sql.ref('email')})`, '=', sql`lower(${email})`)
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const row = await db
        .selectFrom(`${accounts} as a`)
        .innerJoin(`${users} as u`, 'u.id', 'a.user_id')
        .select(prefixed(codec.columns, 'u', ''))
        .where('a.provider', '=', provider)
        .where('a.provider_account_id', '=', providerAccountId)
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
    async updateUser({ id, ...changes }) {
      const row = await db
        .updateTable(users)
        // Setting the id to itself keeps the statement valid when nothing else is given.
        .set({ id, ...codec.toRow(changes) })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) throw new Error('No user has the id given to updateUser.')
      return codec.fromRow(row)
    },
    async deleteUser(userId) {
      // The foreign keys cascade, but SQLite only honours them on connections that asked for it.
      await atomic(async (trx) => {
        for (const table of [sessions, accounts, authenticators]) {
          await trx.deleteFrom(table).where('user_id', '=', userId).execute()
        }
        await trx.deleteFrom(users).where('id', '=', userId).execute()
      })
    },
  }
}

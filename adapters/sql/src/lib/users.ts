import { lowerColumn, tableOf } from '@latchstring/schema'
import { type RawBuilder, sql } from 'kysely'
import type { AdapterUser } from '@latchstring/core/adapters'
import { hasKey, sameBytes } from './keys.ts'
import type { RecordCodec } from './records.ts'
import type { AdapterMethods, Store } from './store.ts'

type UserMethods = Pick<
  AdapterMethods,
  'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
>

/** Whether a user has an address, whatever the case of its letters; written so that the index serves it. */
function hasAddress({ layout, records }: Store, email: string): RawBuilder<boolean> {
  const { dialect, schema } = layout
  const index = tableOf(schema, 'users').indexes.find(({ ignoresCase }) => ignoresCase)
  if (index === undefined) throw new TypeError('The table of users has no index of addresses.')
  const [{ value } = { value: null }] = records.users.toKey({ email })
  if (dialect === 'mysql') {
    // In the collation of the column, so that both sides have one idea of what lower case is.
    const text = sql`lower(convert(${value} using utf8mb4) collate utf8mb4_bin)`
    const lower = sql.ref(lowerColumn(index))
    return sql`${lower} = ${text} and ${sameBytes(dialect, lower, text)}`
  }
  const stored = sql`lower(${sql.ref(index.column)})`
  const text = sql`lower(${value})`
  return sql`${stored} = ${text} and ${sameBytes(dialect, stored, text)}`
}

/** Whether the user `u` is the owner of a row: no foreign key is asked what it takes for the same. */
export function isOwner<T>(
  { layout, records }: Store,
  owned: RecordCodec<T>,
  alias: string,
): RawBuilder<boolean> {
  const { dialect, schema } = layout
  const id = sql.ref(`u.${records.users.columnOf('id')}`)
  const owner = sql.ref(`${alias}.${owned.columnOf('userId')}`)
  const equal = sql<boolean>`${id} = ${owner}`
  if (schema.ids === 'integer') return equal
  return sql`${equal} and ${sameBytes(dialect, id, owner)}`
}

/** The id suggested is kept where the column can hold it. */
function withId({ layout, records }: Store, { id, ...user }: AdapterUser): Partial<AdapterUser> {
  const { ids } = layout.schema
  if (ids === 'integer') return user
  const [fitting] = records.users.toKey({ id })
  return ids === 'uuid' && fitting?.value === null
    ? { id: crypto.randomUUID(), ...user }
    : { id, ...user }
}

/** Methods on the table of users. */
export function userMethods(store: Store): UserMethods {
  const { db, layout, records, rows, rowsOn, together } = store
  const { users: codec, accounts: accountCodec } = records
  return {
    createUser: (user) => rows.users.insert(withId(store, user)),
    getUser: (id) => rows.users.find({ id }),
    async getUserByEmail(email) {
      const row = await db
        .selectFrom(codec.table)
        .select(codec.selection(codec.table))
        .where(hasAddress(store, email))
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const key = accountCodec.toKey({ provider, providerAccountId })
      const row = await db
        .selectFrom(`${accountCodec.table} as a`)
        .innerJoin(`${codec.table} as u`, (join) => join.on(isOwner(store, accountCodec, 'a')))
        .select(codec.selection('u'))
        .where(hasKey(layout.dialect, 'a', key))
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
    async updateUser({ id, ...changes }) {
      const updated = await rows.users.update({ id }, codec.toRow(changes))
      if (updated === null) throw new Error('No user has the id given to updateUser.')
      return updated
    },
    async deleteUser(userId) {
      // Foreign keys cascade, but SQLite only honours them on connections that asked for it, and tables of another
      // origin may have none.
      await together((trx) => {
        const { sessions, accounts, authenticators, users } = rowsOn(trx)
        const owned = [sessions, accounts, authenticators].map((table) =>
          table.deletion({ userId }),
        )
        return [...owned, users.deletion({ id: userId })]
      })
    },
  }
}

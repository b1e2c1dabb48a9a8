import { lowerColumn, findTable } from '@latchstring/schema'
import { type RawBuilder, sql } from 'kysely'
import type { AdapterUser } from '@latchstring/core/adapters'
import { hasKey, sameBytes } from './keys.ts'
import { presentColumns } from './migrations.ts'
import { saysMissing } from './missing.ts'
import { ownedRecordRows, recordTables } from './record-rows.ts'
import type { RecordCodec } from './records.ts'
import type { UserMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'

/** Condition for a user with an address in any case, which the index supports. */
function hasAddress({ layout, records }: Store, email: string): RawBuilder<boolean> {
  const { dialect, schema } = layout
  const index = findTable(schema, 'users').indexes.find(({ ignoresCase }) => ignoresCase)
  if (index === undefined) throw new TypeError('The table of users has no index of addresses.')
  const [{ value } = { value: null }] = records.users.toKey({ email })
  if (dialect === 'mysql') {
    // In the collation of the column, so that both sides convert to lower case in the same way.
    const text = sql`lower(convert(${value} using utf8mb4) collate utf8mb4_bin)`
    const lower = sql.ref(lowerColumn(index))
    return sql`${lower} = ${text} and ${sameBytes(dialect, lower, text)}`
  }
  const stored = sql`lower(${sql.ref(index.column)})`
  const text = sql`lower(${value})`
  return sql`${stored} = ${text} and ${sameBytes(dialect, stored, text)}`
}

/**
 * The same in a table of MySQL and MariaDB without a column in lower case: by the index of the address, whose collation may find
 * it in any case, and at least in lower case.
 */
function hasPlainAddress({ layout, records }: Store, email: string): RawBuilder<boolean> {
  const { dialect } = layout
  const column = sql.ref(records.users.columnName('email'))
  const [{ value } = { value: null }] = records.users.toKey({ email })
  const [{ value: small } = { value: null }] = records.users.toKey({ email: email.toLowerCase() })
  const same = sameBytes(dialect, sql`lower(${column})`, sql`lower(${value})`)
  return sql`${column} in (${value}, ${small}) and ${same}`
}

/** The tables that a user may own rows of and that do not exist. */
async function missingTables({ db, layout }: Store): Promise<readonly string[]> {
  const missing: string[] = []
  for (const { key, name } of [
    findTable(layout.schema, 'authenticators'),
    ...recordTables(layout),
  ]) {
    const { rows } = await sql.raw(presentColumns(layout, name)).execute(db)
    if (rows.length === 0) missing.push(key)
  }
  return missing
}

/** Condition that the user `u` owns a row, compared exactly and not by the collation. */
export function isOwner<T>(
  { layout, records }: Store,
  owned: RecordCodec<T>,
  alias: string,
): RawBuilder<boolean> {
  const { dialect, schema } = layout
  const id = sql.ref(`u.${records.users.columnName('id')}`)
  const owner = sql.ref(`${alias}.${owned.columnName('userId')}`)
  const equal = sql<boolean>`${id} = ${owner}`
  if (schema.ids === 'integer') return equal
  return sql`${equal} and ${sameBytes(dialect, id, owner)}`
}

/** Returns the suggested id, if the column can store it. */
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
  const { db, layout, records, rows, rowsOn, together, within } = store
  const { users: codec, accounts: accountCodec } = records

  // The table of authenticators may be missing in a database of another tool, and one of records until it is made.
  const remove = (userId: string, missing: readonly string[] = []): Promise<void> =>
    // Records are deleted explicitly: SQLite enforces foreign keys only with a setting of the connection, and tables of
    // another tool may have none.
    together((trx) => {
      const { sessions, accounts, authenticators, users } = rowsOn(trx)
      const always = [sessions, accounts]
      const owned = missing.includes('authenticators') ? always : [...always, authenticators]
      const data = ownedRecordRows(layout, trx).filter(({ key }) => !missing.includes(key))
      return [
        ...data.map(({ owner, rows: own }) => own.deletion({ [owner]: userId })),
        ...owned.map((one) => one.deletion({ userId })),
        users.deletion({ id: userId }),
      ]
    })

  return {
    createUser: (user) => rows.users.insert(withId(store, user)),
    getUser: (id) => rows.users.find({ id }),
    async getUserByEmail(email) {
      const find = (address: RawBuilder<boolean>) =>
        db
          .selectFrom(codec.table)
          .select(codec.selection(codec.table))
          .where(address)
          .executeTakeFirst()
      const row = await find(hasAddress(store, email)).catch((error: unknown) => {
        if (layout.dialect !== 'mysql' || !saysMissing(error)) throw error
        return find(hasPlainAddress(store, email))
      })
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
      if (within) return remove(userId, await missingTables(store))
      try {
        await remove(userId)
      } catch (error) {
        if (!saysMissing(error)) throw error
        await remove(userId, await missingTables(store))
      }
    },
  }
}

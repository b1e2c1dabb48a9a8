import type { AdapterUser } from '@latchstring/core/adapters'
import { and, type Column, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { EmailLookUp } from './constraints.ts'
import { ownedBy } from './data-tables.ts'
import type { Database, Row } from './database.ts'
import { canHold, isNumeric, type RecordTable } from './records.ts'
import { same, sameAs, sameBytes } from './same.ts'
import type { UserMethods } from '@latchstring/adapter-kit'
import { find, insert, awaitQuery, type Store, update } from './store.ts'

const asUser = (row: Row): AdapterUser =>
  // The table has the members every user has, and the application declares their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterUser

const asUserOrNull = (row: Row | null): AdapterUser | null => (row === null ? null : asUser(row))

function sameEmail(email: Column, lookUp: EmailLookUp, address: string): SQL | undefined {
  if (lookUp.by === 'value') {
    const small = address.toLowerCase()
    const [stored, wanted] = [sql`lower(${email})`, sql`lower(${small})`]
    // The collation may find other addresses; only those that differ in case are the same address.
    return and(
      inArray(email, [address, small]),
      or(sameBytes(email, email, address), sameBytes(email, stored, wanted)),
    )
  }
  const stored = lookUp.by === 'column' ? sql`${lookUp.lowered}` : sql`lower(${email})`
  const wanted = sql`lower(${address})`
  return and(sql`${stored} = ${wanted}`, sameBytes(email, stored, wanted))
}

/** Converts an address to lower case, if the table compares addresses exactly. */
function withComparableEmail<User extends { email?: string | null }>(
  lookUp: EmailLookUp,
  user: User,
): User {
  if (lookUp.by !== 'value' || typeof user.email !== 'string') return user
  return { ...user, email: user.email.toLowerCase() }
}

/** Adds the id to a record, unless the table generates it. */
function withId(id: Column, user: AdapterUser): object {
  const { id: suggested, ...members } = user
  if (isNumeric(id)) return members
  if (id.defaultFn !== undefined) {
    const own: unknown = id.defaultFn()
    return { ...members, id: own }
  }
  return canHold(id, suggested) ? user : members
}

/** Reads a stored user again, because MySQL does not return it; by the generated id, if there is one. */
async function insertOnMysql(db: Database, users: RecordTable, record: object): Promise<Row> {
  const statement = db.insert(users.table).values(users.toRow(record))
  const id = users.column('id')
  const key: unknown = isNumeric(id)
    ? (await awaitQuery(statement.$returningId()))[0]?.['id']
    : (await awaitQuery(statement), Reflect.get(record, 'id'))
  const row = await find(db, users, eq(id, key))
  if (row === null) throw new Error('The user that was just stored no longer exists.')
  return row
}

/** Deletes a user with what belongs to them. */
async function deleteUser(store: Store, userId: string): Promise<void> {
  const { tables, write } = store
  const { users } = tables
  const id = users.column('id')
  if (!canHold(id, userId)) return
  const owned = [tables.sessions, tables.authenticators, tables.accounts]
  const rows = ownedBy(store, userId)
  // Records are deleted explicitly: the table may lack foreign keys, and SQLite ignores them by default.
  await store.atomic(async (own) => {
    for (const { table, where } of rows) await awaitQuery(own.delete(table).where(where))
    for (const table of owned) {
      if (table === undefined) continue
      await awaitQuery(own.delete(table.table).where(same(table.column('userId'), userId)))
    }
    await awaitQuery(own.delete(users.table).where(same(id, userId)))
  })
  if (store.within) return
  // Without a foreign key a row may have been inserted meanwhile. A later insert finds no user.
  for (const { table, where, isBound } of rows) {
    if (!isBound) await write((own) => awaitQuery(own.delete(table).where(where)))
  }
}

/** Methods on the table of users. */
export function userMethods(store: Store): UserMethods {
  const { db, dialect, email: lookUp, tables, write } = store
  const { users, accounts } = tables
  const id = users.column('id')
  const email = users.column('email')
  return {
    async createUser(user) {
      const record = withId(id, withComparableEmail(lookUp, user))
      if (dialect === 'mysql')
        return asUser(await write((own) => insertOnMysql(own, users, record)))
      return asUser(await insert(store, users, record))
    },
    async getUser(userId) {
      if (!canHold(id, userId)) return null
      return asUserOrNull(await find(db, users, same(id, userId)))
    },
    async getUserByEmail(address) {
      return asUserOrNull(await find(db, users, sameEmail(email, lookUp, address)))
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const [row] = await awaitQuery(
        db
          .select(users.columns)
          .from(accounts.table)
          .innerJoin(users.table, sameAs(id, accounts.column('userId')))
          .where(
            and(
              same(accounts.column('provider'), provider),
              same(accounts.column('providerAccountId'), providerAccountId),
            ),
          ),
      )
      return row === undefined ? null : asUser(users.fromRow(row))
    },
    async updateUser({ id: userId, ...changes }) {
      const values = users.toRow(withComparableEmail(lookUp, changes))
      const user = canHold(id, userId)
        ? await update(store, users, { where: same(id, userId), values })
        : null
      if (user === null) throw new Error('No user has the id given to updateUser.')
      return asUser(user)
    },
    deleteUser: (userId) => deleteUser(store, userId),
  }
}

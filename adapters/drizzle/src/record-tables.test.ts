import { NOTES } from '@latchstring/adapter-conformance'
import { passkeyNames } from '@latchstring/core/adapters'
import { describeSchema, type IdType, tableSql } from '@latchstring/schema'
import type { Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import {
  integer,
  numeric,
  primaryKey,
  type SQLiteColumnBuilderBase,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import {
  expectNoneLeftBehind,
  expectNoRowOfNoUser,
  expectOneSpelling,
  expectSameJson,
  notesOf,
  ownerOf,
  storeNote,
} from '../../../test/adapters/database-records.ts'
import { RECORDS } from '../../../test/adapters/samples.ts'
import { createDatabase } from '../test/databases.ts'
import { findDriver } from '../test/drivers.ts'
import { importSchema } from '../test/written-schema.ts'
import { drizzleAdapter, type DrizzleTables } from './index.ts'
import { inPart } from '../../../test/kit/src/in-part.ts'

type Dialect = 'postgres' | 'mysql' | 'sqlite'

/** A table without the foreign keys that it was declared with. */
function withoutReferences(table: Table): Table {
  for (const symbol of Object.getOwnPropertySymbols(table)) {
    if (symbol.description?.endsWith('InlineForeignKeys')) Reflect.set(table, symbol, [])
  }
  return table
}

async function open(
  dialect: Dialect,
  { ids = 'text', bare = false }: { ids?: IdType; bare?: boolean } = {},
) {
  const database = await createDatabase(dialect)
  const described = describeSchema({ ids, records: RECORDS })
  const statements = described.tables.flatMap((table) => tableSql(dialect, described, table))
  const without = (statement: string): string =>
    bare
      ? statement.replaceAll(/,\s*foreign key \([^)]*\) references [^,)]*\([^)]*\)[^,)]*/g, '')
      : statement
  await database.run(statements.map(without))
  const tables: Required<DrizzleTables> = await importSchema(dialect, described)
  if (bare) for (const table of Object.values<Table>(tables)) withoutReferences(table)
  const { db, close } = findDriver(dialect).connect(database.url)
  onTestFinished(async () => {
    await close()
    await database.drop()
  })
  return { db, tables, adapter: drizzleAdapter(db, { schema: tables }) }
}

describe.each(['postgres', 'mysql', 'sqlite'] as const)(
  'drizzleAdapter.records on %s',
  (dialect) => {
    it.each(inPart(['text', 'uuid', 'integer'] as const, (ids) => ids === 'text'))(
      'know a user by one spelling of an id: %s',
      async (ids) => {
        await expectOneSpelling((await open(dialect, { ids })).adapter)
      },
    )

    it('give back JSON as it was, whatever it looks like', async () => {
      await expectSameJson((await open(dialect)).adapter)
    })

    it('read from the primary of an instance with read replicas', async () => {
      const { db: primary, tables } = await open(dialect)
      const behind = new Proxy(primary, {
        get: (target, name): unknown =>
          name === 'select'
            ? () => expect.fail('A replica was read.')
            : Reflect.get(target, name, target),
      })
      // The functions of all dialects are the same but for their types.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const db = pg.withReplicas(primary as never, [behind as never]) as typeof primary
      const adapter = drizzleAdapter(db, { schema: tables })
      const row = await storeNote(adapter)
      expect(await adapter.records.get(NOTES, row.values)).toEqual(row)
      expect(await notesOf(adapter, ownerOf(row))).toEqual([row])
    })

    it('leave the rows of a table of the application that is only named like one', async () => {
      const { adapter, db, tables } = await open(dialect, { bare: true })
      const row = await storeNote(adapter)
      const notes: Table | undefined = Object.entries<Table>({ ...tables }).find(
        ([name]) => name === 'authConformanceNotes',
      )?.[1]
      const others = Object.entries<Table>({ ...tables }).filter(([, table]) => table !== notes)
      const schema = { ...Object.fromEntries(others), authEvents: notes }
      // The members are those of the schema but for one name.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      await drizzleAdapter(db, { schema: schema as unknown as DrizzleTables }).deleteUser(
        ownerOf(row),
      )
      expect(await notesOf(adapter, ownerOf(row))).toEqual([row])
    })

    it('refuse a row of no user, and lose the rows of a user with the user', async () => {
      await expectNoRowOfNoUser((await open(dialect)).adapter, crypto.randomUUID())
    })

    it('do so without foreign keys, also in a table that was only asked for', async () => {
      const { adapter, db, tables } = await open(dialect, { bare: true })
      await expectNoRowOfNoUser(adapter, crypto.randomUUID())
      const row = await storeNote(adapter)
      const userId = ownerOf(row)
      const other = drizzleAdapter(db, { schema: tables })
      expect(other.records?.keeps(NOTES)).toBe(true)
      await other.deleteUser(userId)
      expect(await notesOf(adapter, userId)).toEqual([])
    })

    it.each([
      ['with', false],
      ['without', true],
    ])('keep no row that is stored while its user is deleted, %s foreign keys', async (_, bare) => {
      await expectNoneLeftBehind((await open(dialect, { bare })).adapter)
    })
  },
)

describe('The capability `records` of drizzleAdapter', () => {
  const db = drizzle({ connection: ':memory:' })
  const users = sqliteTable('users', {
    id: text('id').primaryKey(),
    name: text('name'),
    email: text('email'),
    emailVerified: integer('verified', { mode: 'timestamp_ms' }),
    image: text('image'),
  })
  const accounts = sqliteTable('accounts', {
    userId: text('user_id').notNull(),
    type: text('type').notNull(),
    provider: text('provider').notNull(),
    providerAccountId: text('account_id').notNull(),
  })
  const columns = {
    userId: text('user_id').notNull(),
    passkey: text('passkey').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
  }
  const names = sqliteTable('auth_passkeys_names', columns, (table) => [
    primaryKey({ columns: [table.userId, table.passkey] }),
  ])

  it('is there, and typed, for the table of names of passkeys', () => {
    const schema = { users, accounts, authPasskeysNames: names }
    const adapter = drizzleAdapter(db, { schema })
    expectTypeOf(adapter).toHaveProperty('records')
    expect(adapter.capabilities.records).toBe(true)
    expect(adapter.records.keeps(passkeyNames)).toBe(true)
    expect(adapter.records.keeps(NOTES)).toBe(false)
  })

  it('is not there without such a table, or for one of another name', () => {
    const adapter = drizzleAdapter(db, { schema: { users, accounts, authors: names } })
    expectTypeOf(adapter).not.toHaveProperty('records')
    expect(adapter.capabilities.records).toBe(false)
    expect(adapter).not.toHaveProperty('records')
  })

  it('says which table is missing', async () => {
    const { records } = drizzleAdapter(db, {
      schema: { users, accounts, authPasskeysNames: names },
    })
    await expect(records.get(NOTES, { userId: '1', id: '2' })).rejects.toThrow(
      'The schema has no table for auth_conformance_notes, or one that lacks columns.',
    )
  })

  /** Whether an adapter keeps names of passkeys in a table, which types would refuse where it lacks columns. */
  function keepsNames(table: Table): boolean {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const authPasskeysNames = table as typeof names
    const { records } = drizzleAdapter(db, { schema: { users, accounts, authPasskeysNames } })
    return records.keeps(passkeyNames)
  }

  const keyed = <More extends Record<string, SQLiteColumnBuilderBase>>(more: More): Table =>
    sqliteTable('auth_passkeys_names', { ...columns, ...more }, (table) => [
      primaryKey({ columns: [table.userId, table.passkey] }),
    ])
  const { name: _name, ...nameless } = columns

  it.each([
    ['a further column that can be null', keyed({ device: text('device') }), true],
    ['a further column that needs a value', keyed({ device: text('device').notNull() }), false],
    ['a key that is not unique', sqliteTable('auth_passkeys_names', columns), false],
    ['no name', sqliteTable('auth_passkeys_names', nameless), false],
    ['a number as name', keyed({ name: integer('name') }), false],
    ['a name of a list of texts', keyed({ name: text('name', { enum: ['phone'] }) }), false],
    ['a decimal, which is read as a text', keyed({ name: numeric('name') }), false],
    ['a name of 63 characters', keyed({ name: text('name', { length: 63 }) }), false],
    ['a name of 64 characters', keyed({ name: text('name', { length: 64 }) }), true],
    ['ids of users of another type', keyed({ userId: integer('user_id').notNull() }), false],
    ['a version that is a time', keyed({ version: integer({ mode: 'timestamp' }) }), false],
  ])('keeps names of passkeys in a table with %s: %#', (_, table, keeps) => {
    expect(keepsNames(table)).toBe(keeps)
  })

  const onPostgres = (name: pg.PgColumnBuilderBase): Table =>
    pg.pgTable('names', {
      userId: pg.text().notNull(),
      passkey: pg.text().primaryKey(),
      version: pg.bigint({ mode: 'bigint' }).notNull(),
      name,
    })
  const onMysql = (name: mysql.MySqlColumnBuilderBase): Table =>
    mysql.mysqlTable('names', {
      userId: mysql.varchar({ length: 255 }).notNull(),
      passkey: mysql.varchar({ length: 128 }).primaryKey(),
      version: mysql.bigint({ mode: 'number' }).notNull(),
      name,
    })
  const byPasskey = { ...passkeyNames, key: ['passkey'] } as const

  it.each([
    ['text on PostgreSQL', onPostgres(pg.text()), true],
    ['varchar without a length on PostgreSQL', onPostgres(pg.varchar()), true],
    ['varchar(63) on PostgreSQL', onPostgres(pg.varchar({ length: 63 })), false],
    ['char(64), which pads, on PostgreSQL', onPostgres(pg.char({ length: 64 })), false],
    ['an enum on PostgreSQL', onPostgres(pg.pgEnum('device', ['phone', 'laptop'])()), false],
    ['a time as a text on PostgreSQL', onPostgres(pg.timestamp({ mode: 'string' })), false],
    ['an id on PostgreSQL', onPostgres(pg.uuid()), false],
    ['varchar(64) on MySQL', onMysql(mysql.varchar({ length: 64 })), true],
    ['varchar(63) on MySQL', onMysql(mysql.varchar({ length: 63 })), false],
    ['tinytext on MySQL', onMysql(mysql.tinytext()), true],
    ['an enum on MySQL', onMysql(mysql.mysqlEnum(['phone', 'laptop'])), false],
    ['varbinary(64) on MySQL', onMysql(mysql.varbinary({ length: 64 })), false],
  ])('looks whether every name fits a column: %s', (_, table, fits) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const authPasskeysNames = table as typeof names
    const { records } = drizzleAdapter(db, { schema: { users, accounts, authPasskeysNames } })
    expect(records.keeps(byPasskey)).toBe(fits)
  })
})

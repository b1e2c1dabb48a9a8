import type { Adapter } from '@latchstring/core/adapters'
import { describeSchema, tableSql } from '@latchstring/schema'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import * as pg from 'drizzle-orm/pg-core'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { newUser } from '../../../test/adapters/samples.ts'
import { catchFailure } from '../../../test/adapters/expectations.ts'
import { countDuring } from '../../../test/wire/statements.ts'
import { createStatement } from '../test/create-statements.ts'
import { createDatabase, type TestDatabase } from '../test/databases.ts'
import { type Connected, findDriver } from '../test/drivers.ts'
import { importSchema } from '../test/written-schema.ts'
import { type DrizzleTables, drizzleAdapter, isUniqueViolation } from './index.ts'

describe.each(['postgres', 'mysql', 'sqlite'] as const)('drizzleAdapter on %s', (dialect) => {
  let database: TestDatabase
  let connected: Connected
  let schema: Required<DrizzleTables>

  beforeAll(async () => {
    database = await createDatabase(dialect)
    const described = describeSchema()
    await database.run(described.tables.flatMap((table) => tableSql(dialect, described, table)))
    schema = await importSchema(dialect, described)
    connected = findDriver(dialect).connect(database.url)
  })

  afterAll(async () => {
    await connected.close()
    await database.drop()
  })

  const open = () => drizzleAdapter(connected.db, { schema })

  it('checks a session with one query', async () => {
    const adapter = open()
    const { id: userId } = await adapter.createUser(newUser())
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId, expires: new Date() })
    expect(await countDuring(database, () => adapter.getSessionAndUser(sessionToken))).toBe(1)
  })

  it('reads from the primary of an instance with read replicas, where a session that was just opened is (REV-01)', async () => {
    const behind = new Proxy(connected.db, {
      get: (db, name): unknown =>
        name === 'select' ? () => expect.fail('A replica was read.') : Reflect.get(db, name, db),
    })
    // The functions of all dialects are the same but for their types.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const db = pg.withReplicas(connected.db as never, [behind as never]) as typeof connected.db
    const adapter = drizzleAdapter(db, { schema })
    const { id: userId } = await adapter.createUser(newUser())
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + 60_000) })
    expect(await adapter.getSessionAndUser(sessionToken)).not.toBeNull()
    expect(await adapter.getUser(userId)).not.toBeNull()
    expect(await adapter.listAuthenticatorsByUserId(userId)).toEqual([])
  })

  it('stores and updates members of an account that have no column', async () => {
    const adapter = open()
    const { id: userId } = await adapter.createUser(newUser())
    const key = { provider: 'example', providerAccountId: crypto.randomUUID() }
    const account = { ...key, type: 'oauth', userId } as const
    await adapter.linkAccount({ ...account, athlete: { id: 1 }, expires_at: 1.5 })
    await adapter.updateAccount({ ...key, expires_at: 2, team: 'blue' })
    expect(await adapter.listAccountsByUserId(userId)).toEqual([
      { ...account, athlete: { id: 1 }, expires_at: 2, team: 'blue' },
    ])
  })

  it('rejects with an error of the driver that repeats no value', async () => {
    const adapter = open()
    const { id: userId } = await adapter.createUser(newUser())
    const account = { provider: 'example', providerAccountId: '1', type: 'oauth', userId } as const
    await adapter.linkAccount({ ...account, access_token: 'first' })
    const error = await catchFailure(() =>
      adapter.linkAccount({ ...account, access_token: 'very-secret' }),
    )
    expect(isUniqueViolation(new Error('wrapped', { cause: error }))).toBe(true)
    expect(String(error)).not.toContain('very-secret')
  })

  it('does not report other failures as unique violations', async () => {
    const orphan = { sessionToken: crypto.randomUUID(), userId: 'nobody', expires: new Date() }
    const error = await catchFailure(() => open().createSession(orphan))
    expect(error).toBeInstanceOf(Error)
    expect(isUniqueViolation(error)).toBe(false)
  })

  it('rejects a member without a column, and the error names the member', async () => {
    const user = Object.assign(newUser(), { shoeSize: 44 })
    await expect(open().createUser(user)).rejects.toThrow(
      'The user has the member "shoeSize", which has no column.',
    )
  })

  it('is frozen, and its methods work without `this`', async () => {
    const adapter = open()
    expect(Object.isFrozen(adapter)).toBe(true)
    const { createUser, getUser } = adapter
    const user = await createUser(newUser())
    expect(await getUser(user.id)).toEqual(user)
  })

  it('has methods only for the tables it was given', () => {
    const { users, accounts } = schema
    const adapter: Adapter = drizzleAdapter(connected.db, { schema: { users, accounts } })
    expect(adapter.capabilities).toMatchObject({
      atomicConsume: false,
      uniqueTokens: false,
      tokenReads: false,
      revocation: false,
    })
    expect(adapter).not.toHaveProperty('getSessionAndUser')
    expect(adapter).not.toHaveProperty('useVerificationToken')
    expect(adapter).not.toHaveProperty('getVerificationToken')
    expect(adapter).not.toHaveProperty('getAccount')
  })

  it('passes an adapter without `transaction` to the work of a transaction', async () => {
    await open().transaction?.(async (within) => {
      expect(within).not.toHaveProperty('transaction')
      expect(within.capabilities).toMatchObject({ transactions: false, atomicConsume: true })
      await Promise.resolve()
    })
  })
})

describe('drizzleAdapter with tables of the application', () => {
  const db = drizzle({ connection: ':memory:' })
  const columns = {
    id: text('id').primaryKey(),
    name: text('name'),
    email: text('email'),
    emailVerified: integer('verified', { mode: 'timestamp_ms' }),
    image: text('image'),
  }
  const users = sqliteTable('users', { ...columns, role: text('role').notNull().default('reader') })
  const accountColumns = {
    userId: text('user_id').notNull(),
    type: text('type').notNull(),
    provider: text('provider').notNull(),
    providerAccountId: text('account_id').notNull(),
  }
  const accounts = sqliteTable('accounts', accountColumns)

  it('types users as the users table does', () => {
    const adapter = drizzleAdapter(db, { schema: { users, accounts } })
    expectTypeOf(adapter).toExtend<Adapter>()
    type User = NonNullable<Awaited<ReturnType<typeof adapter.getUser>>>
    expectTypeOf<User['role']>().toEqualTypeOf<string>()
    expectTypeOf<User['emailVerified']>().toEqualTypeOf<Date | null>()
    expectTypeOf(adapter).not.toHaveProperty('getSessionAndUser')
  })

  const linkedOnce = sqliteTable('accounts', accountColumns, (table) => [
    primaryKey({ columns: [table.provider, table.providerAccountId] }),
  ])
  const byEmail = sqliteTable('users', columns, (table) => [uniqueIndex('u').on(table.email)])
  const byLowered = sqliteTable('users', columns, (table) => [
    uniqueIndex('u').on(sql`lower(${table.email})`),
  ])
  const byOther = sqliteTable('users', columns, (table) => [uniqueIndex('u').on(table.name)])

  it.each([
    ['neither', users, accounts, false],
    ['addresses alone', byEmail, accounts, false],
    ['accounts alone', users, linkedOnce, false],
    ['an index over something else', byOther, linkedOnce, false],
    ['both', byEmail, linkedOnce, true],
    ['both, without regard to letter case', byLowered, linkedOnce, true],
  ])(
    'declares unique constraints of tables that are unique by %s',
    (_, usersTable, accountsTable, expected) => {
      const tables = { users: usersTable, accounts: accountsTable }
      const { capabilities } = drizzleAdapter(db, { schema: tables })
      expect(capabilities.uniqueConstraints).toBe(expected)
      const declared = drizzleAdapter(db, { schema: tables, uniqueConstraints: true })
      expect(declared.capabilities.uniqueConstraints).toBe(true)
    },
  )

  it('returns sessions and verification tokens without the columns of the application', async () => {
    const expires = integer('expires', { mode: 'timestamp_ms' }).notNull()
    const sessions = sqliteTable('sessions', {
      sessionToken: text('token').primaryKey(),
      userId: text('user_id').notNull(),
      expires,
      team: text('team').default('blue'),
    })
    const verificationTokens = sqliteTable('tokens', {
      identifier: text('identifier').notNull(),
      token: text('token').primaryKey(),
      expires,
      rowNumber: integer('row_number').default(1),
    })
    const tables = [users, accounts, sessions, verificationTokens]
    for (const table of tables) await db.run(createStatement(table))
    const schema = { users, accounts, sessions, verificationTokens }
    const adapter = drizzleAdapter(db, { schema })
    const { id: userId } = await adapter.createUser(newUser())
    const session = { sessionToken: 'token', userId, expires: new Date() }
    expect(await adapter.createSession(session)).toEqual(session)
    expect((await adapter.getSessionAndUser('token'))?.session).toEqual(session)
    const token = { identifier: 'a@example.com', token: 'hash', expires: new Date() }
    await adapter.createVerificationToken(token)
    const { identifier } = token
    expect(await adapter.useVerificationToken({ identifier, token: 'hash' })).toEqual(token)
  })

  it('refuses tables that store times as numbers', () => {
    const wrong = sqliteTable('users', { ...columns, emailVerified: integer('verified') })
    expect(() => drizzleAdapter(db, { schema: { users: wrong, accounts } })).toThrow(
      /users\.emailVerified is a SQLiteInteger .* mode: 'timestamp_ms'/,
    )
  })

  it('refuses something other than a Drizzle instance', () => {
    const none = { select: 0, insert: 0, update: 0, delete: 0, transaction: 0 }
    expect(() => drizzleAdapter(none, { schema: { users, accounts } })).toThrow(
      'drizzleAdapter needs what drizzle()',
    )
  })
})

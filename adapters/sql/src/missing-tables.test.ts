import { describeSchema, tableSql, type Schema } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { record } from '../test/recording.ts'
import { DATABASES, createPostgresDatabase } from '../test/stores.ts'
import { openSqlAdapter, sqlAdapter } from './index.ts'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** As the adapters published for Auth.js have them: no passkeys, no further members of accounts, no address in small letters. */
function published(schema: Schema): Schema {
  const tables = schema.tables
    .filter(({ key }) => key !== 'authenticators')
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ member }) => member !== 'additional'),
      indexes: table.indexes.map((index) => ({ ...index, ignoresCase: false })),
    }))
  return { ...schema, tables }
}

type Opened = Awaited<ReturnType<typeof open>>

async function open({ dialect, create }: (typeof DATABASES)[number]) {
  const database = await create()
  cleanUps.push(() => database.drop())
  const { db }: { db: Kysely<object> } = record(dialect, database.url)
  cleanUps.push(() => db.destroy())
  const options = { names: 'next-auth' } as const
  const schema = published(describeSchema(options))
  const statements = schema.tables.flatMap((table) => tableSql(dialect, schema, table))
  for (const statement of statements) await sql.raw(statement).execute(db)
  return { db, adapter: sqlAdapter({ db, dialect, ...options }) }
}

const ACCOUNT = { provider: 'github', providerAccountId: '42', type: 'oauth' } as const

async function fill({ adapter }: Opened, name = 'ada') {
  const user = await adapter.createUser({
    id: crypto.randomUUID(),
    email: `${name}@example.com`,
    emailVerified: null,
  })
  const account = { ...ACCOUNT, providerAccountId: name, userId: user.id }
  await adapter.linkAccount(account)
  const expires = new Date('2030-01-02T03:04:05.678Z')
  await adapter.createSession({ sessionToken: name, userId: user.id, expires })
  return { user, account }
}

describe.each(DATABASES)(
  'sqlAdapter on $dialect with the tables of @auth/pg-adapter and no table of authenticators',
  (database) => {
    it('finds users by id, by address in any letter case, by account and by session', async () => {
      const opened = await open(database)
      const { adapter } = opened
      const { user, account } = await fill(opened)
      expect(await adapter.getUser(user.id)).toEqual(user)
      for (const email of ['ada@example.com', 'ADA@Example.com']) {
        expect(await adapter.getUserByEmail(email)).toEqual(user)
      }
      expect(await adapter.getUserByEmail('Grace@example.com')).toBeNull()
      expect(await adapter.getUserByAccount(account)).toEqual(user)
      expect((await adapter.getSessionAndUser('ada'))?.user).toEqual(user)
    })

    it('reads and updates accounts', async () => {
      const opened = await open(database)
      const { adapter } = opened
      const { user, account } = await fill(opened)
      expect(await adapter.getAccount('ada', 'github')).toEqual(account)
      await adapter.updateAccount({ ...account, access_token: 'fresh' })
      expect(await adapter.listAccountsByUserId(user.id)).toEqual([
        { ...account, access_token: 'fresh' },
      ])
    })

    it.each([
      ['by itself', ({ adapter }: Opened, id: string) => adapter.deleteUser(id)],
      [
        'in a transaction',
        ({ adapter }: Opened, id: string) => adapter.transaction((within) => within.deleteUser(id)),
      ],
    ])('deletes a user with accounts and sessions, %s (SES-11)', async (_, deleteUser) => {
      const opened = await open(database)
      const { adapter } = opened
      const { user, account } = await fill(opened)
      const other = await fill(opened, 'grace')
      await deleteUser(opened, user.id)
      expect(await adapter.getUser(user.id)).toBeNull()
      expect(await adapter.getUserByAccount(account)).toBeNull()
      expect(await adapter.getSessionAndUser('ada')).toBeNull()
      expect((await adapter.getSessionAndUser('grace'))?.user).toEqual(other.user)
    })

    it('names the command to run where passkeys are used, with the error of the database', async () => {
      const { adapter } = await open(database)
      await expect(adapter.getAuthenticator('any')).rejects.toThrow(
        /^getAuthenticator\(\) needs .*authenticators.*`latchstring migrate --apply`/,
      )
    })

    it('names the command to run where an account has a member without a column', async () => {
      const opened = await open(database)
      const { user } = await fill(opened)
      const account = { ...ACCOUNT, userId: user.id, refresh_token_expires_in: 5 }
      await expect(opened.adapter.linkAccount(account)).rejects.toThrow(
        /^linkAccount\(\) needs .*additional.*`latchstring migrate --apply`/,
      )
    })

    it('deletes passkeys with their user as soon as their table exists (SES-11)', async () => {
      const opened = await open(database)
      const { adapter, db } = opened
      const { user } = await fill(opened)
      const schema = describeSchema({ names: 'next-auth' })
      const statements = schema.tables
        .filter(({ key }) => key === 'authenticators')
        .flatMap((table) => tableSql(database.dialect, schema, table))
      // Without what refers to users, since that would take the rows along.
      for (const statement of statements) {
        const plain = statement.replace(/,\s*foreign key [^\n]*/, '')
        await sql.raw(plain).execute(db)
      }
      await adapter.createAuthenticator({
        credentialID: 'one',
        userId: user.id,
        providerAccountId: 'one',
        credentialPublicKey: 'key',
        counter: 0,
        credentialDeviceType: 'singleDevice',
        credentialBackedUp: false,
      })
      await adapter.deleteUser(user.id)
      expect(await adapter.getAuthenticator('one')).toBeNull()
    })
  },
)

describe('a schema of PostgreSQL without tables, before one that has them', () => {
  it('is not read past by the adapter, and gets its own tables by migrate() alone in the path (SCH-01)', async () => {
    const database = await createPostgresDatabase()
    cleanUps.push(() => database.drop())
    const main = openSqlAdapter(database.url)
    cleanUps.push(() => main.close())
    await main.migrate()
    const ada = { id: 'ada', email: 'ada@example.com', emailVerified: null }
    await main.createUser(ada)
    const onPath = (path: string) => {
      const url = new URL(database.url)
      url.searchParams.set('options', `-c search_path=${path}`)
      const adapter = openSqlAdapter(url.href)
      cleanUps.push(() => adapter.close())
      return adapter
    }
    const { db } = record('postgres', database.url)
    cleanUps.push(() => db.destroy())
    await sql`create schema tenant`.execute(db)

    const tenant = onPath('tenant,public')
    const elsewhere = /"users" is in the schema "public" of PostgreSQL, and not in "tenant"/
    await expect(tenant.getUserByEmail(ada.email)).rejects.toThrow(elsewhere)
    await expect(tenant.createUser(ada)).rejects.toThrow(elsewhere)
    await expect(tenant.transaction((within) => within.createUser(ada))).rejects.toThrow(elsewhere)
    await expect(tenant.migrate()).rejects.toThrow(elsewhere)

    const absent = onPath('another,public')
    const missing = /search_path of the connection begins with "another", which does not exist/
    await expect(absent.getUserByEmail(ada.email)).rejects.toThrow(missing)
    await expect(absent.migrate()).rejects.toThrow(missing)
    for (const path of ['"$user",public', 'public,another', '"public"'])
      expect(await onPath(path).getUserByEmail(ada.email)).toMatchObject({ id: 'ada' })

    expect(await onPath('tenant').migrate()).toEqual([1])
    expect(await tenant.getUserByEmail(ada.email)).toBeNull()
    expect(await main.getUserByEmail(ada.email)).toMatchObject({ id: 'ada' })
  })
})

import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { type Connection, createConnection } from 'mysql2/promise'
import { afterEach, describe, expect, it } from 'vitest'
import { record } from '../test/recording.ts'
import { createMysqlDatabase, mysqlUrl } from '../test/stores.ts'
import { type OpenSqlAdapterOptions, openSqlAdapter, sqlAdapter } from './index.ts'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function connect(url: string): Promise<Connection> {
  const connection = await createConnection(url)
  connection.on('error', () => undefined)
  cleanUps.push(async () => {
    connection.destroy()
    await Promise.resolve()
  })
  return connection
}

async function openDatabase(options?: OpenSqlAdapterOptions) {
  const database = await createMysqlDatabase()
  cleanUps.push(() => database.drop())
  const adapter = openSqlAdapter(database.url, options)
  cleanUps.push(() => adapter.close())
  await adapter.migrate()
  return { adapter, url: database.url }
}

async function openWith(statements: readonly string[], options: OpenSqlAdapterOptions) {
  const database = await createMysqlDatabase()
  cleanUps.push(() => database.drop())
  const connection = await connect(database.url)
  for (const statement of statements) await connection.query(statement)
  const adapter = openSqlAdapter(database.url, options)
  cleanUps.push(() => adapter.close())
  return adapter
}

const user = (members: object = {}) => ({
  id: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.com`,
  emailVerified: null,
  ...members,
})

describe('times in MariaDB', () => {
  it('are the same in every time zone of server, connection and driver', async () => {
    const { adapter, url } = await openDatabase()
    const emailVerified = new Date('2026-03-29T01:30:00.123Z')
    const { id } = await adapter.createUser({ ...user(), emailVerified })
    const connection = await connect(url)
    const [rows] = await connection.query('select cast(email_verified as char) as time from users')
    expect(rows).toEqual([{ time: '2026-03-29 01:30:00.123' }])
    // This one reads and writes times in the zone of India.
    const { db } = record('mysql', url)
    cleanUps.push(() => db.destroy())
    const other = sqlAdapter({ db, dialect: 'mysql' })
    expect((await other.getUser(id))?.emailVerified).toEqual(emailVerified)
    await other.updateUser({ id, emailVerified: new Date(0) })
    expect((await adapter.getUser(id))?.emailVerified).toEqual(new Date(0))
  })
})

describe('keys in MariaDB', () => {
  it('that are too long for their column are refused, and find no user', async () => {
    const { adapter } = await openDatabase()
    const long = 'x'.repeat(256)
    await expect(adapter.createUser(user({ id: long }))).rejects.toMatchObject({
      message: 'The user: "id" must be a string of up to 255 characters without NUL; it is longer.',
      code: 'VALUE_TOO_LONG',
    })
    await adapter.createUser(user({ id: long.slice(1) }))
    expect(await adapter.getUser(long)).toBeNull()
  })

  it('differ by a trailing space', async () => {
    const { adapter } = await openDatabase()
    for (const id of ['a', 'a ', 'a  ', 'a ~']) {
      const created = await adapter.createUser(user({ id }))
      expect(created.id).toBe(id)
      expect((await adapter.getUser(id))?.email).toBe(created.email)
    }
  })
})

describe('migrate on MariaDB', () => {
  it('waits for the instance that holds the lock', async () => {
    const { adapter, url } = await openDatabase()
    const connection = await connect(url)
    const name = `sha1(concat(database(), '.', 'latchstring_migrations'))`
    await connection.query(`select get_lock(${name}, 0)`)
    let done = false
    const migrated = adapter.migrate().finally(() => {
      done = true
    })
    await setTimeout(300)
    expect(done).toBe(false)
    await connection.query(`select release_lock(${name})`)
    expect(await migrated).toEqual([])
  })

  it('leaves no lock and no table of a failed run', async () => {
    const database = await createMysqlDatabase()
    cleanUps.push(() => database.drop())
    const connection = await connect(database.url)
    await connection.query('create table authenticators (placeholder text)')
    const adapter = openSqlAdapter(database.url)
    cleanUps.push(() => adapter.close())
    await expect(adapter.migrate()).rejects.toThrow(/authenticators/)
    const [rows] = await connection.query('show tables')
    expect(JSON.stringify(rows)).not.toMatch(/"users"|"accounts"|"sessions"|"verification_tokens"/)
    expect(JSON.stringify(rows)).toMatch(/"authenticators"/)
  })
})

describe('openSqlAdapter over a MariaDB server', () => {
  it('connects again after the server ended every connection', async () => {
    const { adapter, url } = await openDatabase()
    const administrator = await connect(mysqlUrl())
    const database = new URL(url).pathname.slice(1)
    const others = async (): Promise<number[]> => {
      const [rows] = await administrator.query(
        'select id from information_schema.processlist where db = ?',
        [database],
      )
      return Array.isArray(rows) ? rows.map((row) => Number(Reflect.get(row, 'id'))) : []
    }
    for (const id of await others()) await administrator.query(`kill ${id}`)
    while ((await others()).length > 0) await setTimeout(10)
    await setTimeout(100)
    expect(await adapter.getUser('x')).toBeNull()
  })

  it('gives up on a statement that is never answered', async () => {
    const { adapter, url } = await openDatabase({ timeout: 300, poolSize: 1 })
    const blocker = await connect(url)
    await blocker.query('lock tables users write')
    const error: unknown = await adapter.getUser('x').catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/^Error: MySQL at .* cannot be reached: /)
    // The one connection the pool may have is still waiting; this needs another table and a new one.
    const token = { identifier: 'ada@example.com', token: 'x' }
    expect(await adapter.useVerificationToken(token)).toBeNull()
  })

  it('reports a wrong password without repeating it', async () => {
    const url = new URL(mysqlUrl())
    url.username = 'nobody'
    url.password = 'hunter2hunter2'
    const adapter = openSqlAdapter(url.href)
    cleanUps.push(() => adapter.close())
    const error: unknown = await adapter.getUser('x').catch((reason: unknown) => reason)
    expect(String(error)).toMatch(
      /^Error: MySQL at 127\.0\.0\.1:\d+ cannot be reached: Access denied/,
    )
    expect(inspect(error, { depth: 10 })).not.toContain('hunter2hunter2')
  })
})

describe('row ids of accounts and sessions', () => {
  const tablesWith = (id: string): readonly string[] => [
    'create table users (id varchar(255) primary key, name text, email varchar(255), emailVerified datetime(3), image text)',
    `create table accounts (${id}, userId varchar(255) not null, type varchar(255) not null, provider varchar(255) not null,
      providerAccountId varchar(255) not null, refresh_token text, access_token text, expires_at bigint,
      token_type text, scope text, id_token text, session_state text, additional json)`,
    `create table sessions (${id}, sessionToken varchar(255) not null unique, userId varchar(255) not null,
      expires datetime(3) not null)`,
  ]

  it.each([
    ['that the database counts', 'id int auto_increment primary key', {}],
    ['that the adapter fills', 'id char(36) primary key', { rowIds: ['accounts', 'sessions'] }],
  ] as const)('%s are not part of the returned record', async (_, id, options) => {
    const adapter = await openWith(tablesWith(id), { names: 'next-auth', ...options })
    const { id: userId } = await adapter.createUser(user())
    const account = { userId, type: 'oauth', provider: 'github', providerAccountId: '1' } as const
    const expires = new Date('2030-01-02T03:04:05.678Z')
    for (const sessionToken of ['one', 'two']) {
      const session = { sessionToken, userId, expires }
      expect(await adapter.createSession(session)).toEqual(session)
    }
    expect(await adapter.linkAccount(account)).toEqual(account)
    expect(await adapter.getAccount('1', 'github')).toEqual(account)
  })
})

import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { record } from '../test/recording.ts'
import { createPostgresDatabase, createSqliteFile } from '../test/stores.ts'
import { openSqlAdapter, sqlAdapter, sqlFor } from './index.ts'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function openWith(
  dialect: 'postgres' | 'sqlite',
  statements: readonly string[],
): Promise<Kysely<object>> {
  const database = await (dialect === 'postgres' ? createPostgresDatabase() : createSqliteFile())
  cleanUps.push(() => database.drop())
  const { db } = record(dialect, database.url)
  cleanUps.push(() => db.destroy())
  for (const statement of statements) await sql.raw(statement).execute(db)
  return db
}

const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }

describe('sqlAdapter on tables of @auth/pg-adapter', () => {
  const options = { names: 'next-auth', ids: 'integer' } as const
  const TABLES = [
    `create table users (id serial primary key, name varchar(255), email varchar(255),
      "emailVerified" timestamptz, image text)`,
    `create table accounts (id serial primary key, "userId" integer not null,
      type varchar(255) not null, provider varchar(255) not null,
      "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
      expires_at bigint, id_token text, scope text, session_state text, token_type text)`,
    `create table sessions (id serial primary key, "userId" integer not null,
      expires timestamptz not null, "sessionToken" varchar(255) not null)`,
    `create table verification_token (identifier text not null, expires timestamptz not null,
      token text not null, primary key (identifier, token))`,
    `insert into users (name, email) values ('Grace', 'grace@example.com')`,
    `insert into accounts ("userId", type, provider, "providerAccountId", scope)
      values (1, 'oauth', 'github', '42', 'read')`,
    `insert into sessions ("userId", expires, "sessionToken")
      values (1, '2030-01-02T03:04:05.678Z', 'token')`,
  ]

  it('are read and written in their existing format', async () => {
    const db = await openWith('postgres', TABLES)
    const adapter = sqlAdapter({ db, dialect: 'postgres', ...options })
    expect(adapter.capabilities.uniqueConstraints).toBe(false)
    const found = await adapter.getSessionAndUser('token')
    expect(found).toEqual({
      session: {
        sessionToken: 'token',
        userId: '1',
        expires: new Date('2030-01-02T03:04:05.678Z'),
      },
      user: {
        id: '1',
        name: 'Grace',
        email: 'grace@example.com',
        emailVerified: null,
        image: null,
      },
    })
    const account = { provider: 'github', providerAccountId: '42' }
    expect(await adapter.getAccount('42', 'github')).toMatchObject({ ...account, userId: '1' })
    const created = await adapter.createUser(user)
    expect(created.id).toBe('2')
    const another = {
      userId: '2',
      type: 'oidc',
      provider: 'google',
      providerAccountId: '7',
    } as const
    await adapter.linkAccount(another)
    expect(await adapter.getUserByAccount(another)).toEqual(created)
    await adapter.updateAccount({ ...account, access_token: 'fresh' })
    expect(await adapter.getAccount('42', 'github')).toMatchObject({
      access_token: 'fresh',
      scope: 'read',
    })
  })

  it('supports every method once missing columns and tables are added', async () => {
    const missing = sqlFor('postgres', options)
      .split(/;\n/)
      .filter((statement) => /^\s*create (?:table|index) "authenticators/.test(statement))
    const column = 'alter table accounts add column additional jsonb'
    const db = await openWith('postgres', [...TABLES, ...missing, column])
    const adapter = sqlAdapter({ db, dialect: 'postgres', ...options })
    const key = { provider: 'github', providerAccountId: '42' }
    await adapter.updateAccount({ ...key, refresh_token_expires_in: 5 })
    expect(await adapter.getAccount('42', 'github')).toMatchObject({ refresh_token_expires_in: 5 })
    await adapter.deleteUser('1')
    expect(await adapter.getUserByAccount(key)).toBeNull()
    expect(await adapter.getSessionAndUser('token')).toBeNull()
  })
})

describe('times that a SQLite table stores as text', () => {
  it('are read as dates and as numbers', async () => {
    const db = await openWith('sqlite', [
      'create table users (id text primary key, name text, email text, email_verified text, image text)',
      'create table sessions (session_token text primary key, user_id text, expires text)',
      `insert into users (id, email, email_verified) values ('1', 'a', '1893553445678')`,
      `insert into sessions values ('token', '1', '2030-01-02T03:04:05.678Z')`,
    ])
    const found = await sqlAdapter({ db, dialect: 'sqlite' }).getSessionAndUser('token')
    const time = new Date('2030-01-02T03:04:05.678Z')
    expect(found?.session.expires).toEqual(time)
    expect(found?.user.emailVerified).toEqual(time)
  })
})

describe('user ids that the database counts', () => {
  it('are not reused once their user is deleted', async () => {
    const adapter = openSqlAdapter(':memory:', { ids: 'integer' })
    cleanUps.push(() => adapter.close())
    await adapter.migrate()
    const first = await adapter.createUser(user)
    await adapter.deleteUser(first.id)
    const second = await adapter.createUser(user)
    expect([first.id, second.id]).toEqual(['1', '2'])
  })

  it('are the only ids looked up', async () => {
    const adapter = openSqlAdapter(':memory:', { ids: 'integer' })
    cleanUps.push(() => adapter.close())
    await adapter.migrate()
    await adapter.createUser(user)
    for (const id of ['1 ', '01', '1.0', '1e0', '0x1', '+1', "1' or '1'='1", '']) {
      expect(await adapter.getUser(id)).toBeNull()
    }
  })
})

describe('tables whose row ids the writer must fill', () => {
  const ROWS = {
    sqlite: [
      `create table users (id text primary key not null, name text, email text,
        emailVerified datetime, image text)`,
      `create table accounts (id text primary key not null, userId text not null, type text not null,
        provider text not null, providerAccountId text not null, refresh_token text,
        access_token text, expires_at number, token_type text, scope text, id_token text,
        session_state text)`,
      `create table sessions (id text not null, sessionToken text primary key not null,
        userId text not null, expires datetime not null)`,
    ],
    postgres: [
      `create table users (id text primary key, name text, email text unique,
        "emailVerified" timestamp(3), image text)`,
      `create table accounts (id text primary key, "userId" text not null, type text not null,
        provider text not null, "providerAccountId" text not null, refresh_token text,
        access_token text, expires_at integer, token_type text, scope text, id_token text,
        session_state text)`,
      `create table sessions (id uuid primary key, "sessionToken" text not null unique,
        "userId" text not null, expires timestamp(3) not null)`,
    ],
  } as const

  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  it.each([
    ['sqlite', 'Asia/Kolkata'],
    ['postgres', 'UTC'],
    ['postgres', 'Asia/Kolkata'],
    ['postgres', 'America/St_Johns'],
  ] as const)('get an id for each row of %s in a process at %s', async (dialect, TZ) => {
    process.env['TZ'] = TZ
    const db = await openWith(dialect, ROWS[dialect])
    const rowIds = ['accounts', 'sessions'] as const
    const adapter = sqlAdapter({ db, dialect, names: 'next-auth', rowIds })
    const { id: userId } = await adapter.createUser(user)
    const expires = new Date('2030-01-02T03:04:05.678Z')
    const sessions = ['one', 'two'].map((sessionToken) => ({ sessionToken, userId, expires }))
    for (const session of sessions) {
      expect(await adapter.createSession(session)).toEqual(session)
    }
    const account = { userId, type: 'oauth', provider: 'github', providerAccountId: '1' } as const
    expect(await adapter.linkAccount(account)).toEqual(account)
    expect(await adapter.getAccount('1', 'github')).toEqual(account)
    expect((await adapter.getSessionAndUser('one'))?.session).toEqual(sessions[0])
    expect(await adapter.updateSession({ sessionToken: 'one', expires })).toEqual(sessions[0])
    const { emailVerified } = await adapter.updateUser({ id: userId, emailVerified: expires })
    expect(emailVerified).toEqual(expires)
    expect((await adapter.listSessionsByUserId(userId)).length).toBe(2)
    const { rows } = await sql<{ id: string }>`
      select cast(id as text) as id from sessions union select id from accounts
    `.execute(db)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
    for (const { id } of rows) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it('refuse rows without an id', async () => {
    const db = await openWith('sqlite', ROWS.sqlite)
    const adapter = sqlAdapter({ db, dialect: 'sqlite', names: 'next-auth' })
    const { id: userId } = await adapter.createUser(user)
    const session = { sessionToken: 'one', userId, expires: new Date() }
    await expect(adapter.createSession(session)).rejects.toThrow(/sessions\.id/)
  })

  it('are refused where `rowIds` names an unknown table', () => {
    // What a configuration without types may have.
    const rowIds = ['users'] as unknown as readonly ['sessions']
    expect(() => sqlFor('sqlite', { rowIds })).toThrow(/rowIds: "users" is not known/)
  })
})

import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { describe, expect, it } from 'vitest'
import {
  type TestDatabase,
  createMysqlDatabase,
  createPostgresDatabase,
} from '../test/databases.ts'
import { migrate, places, readPlan } from '../test/migrating.ts'
import { containing } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()
const { open } = cleanUps

/** The tables as they are made, and then one change of them. */
async function changed(
  create: () => Promise<TestDatabase>,
  ...changes: readonly string[]
): Promise<TestDatabase> {
  const database = await open(create)
  expect((await migrate(database, '--apply', '--yes')).code).toBe(0)
  for (const change of changes) await database.query(change)
  return database
}

const type = (table: string, column: string, to: string): string =>
  `alter table ${table} alter column ${column} type ${to}`

describe('migrate, over a column of PostgreSQL with an unfit type,', () => {
  it.each([
    ['sessions', 'session_token', 'uuid using null', ['uuid', 'texts of up to 50 characters']],
    ['sessions', 'session_token', 'varchar(30)', ['character varying(30)', 'session tokens']],
    ['sessions', 'session_token', 'char(64)', ['character(64)', 'with spaces']],
    ['accounts', 'provider_account_id', 'uuid using null', ['uuid', 'ids of accounts']],
    ['accounts', 'provider_account_id', 'varchar(40)', ['character varying(40)', 'of up to 255']],
    ['accounts', 'provider', 'varchar(10)', ['character varying(10)', 'ids of providers']],
    ['accounts', 'expires_at', 'smallint', ['smallint', 'whole numbers of up to']],
    ['accounts', 'access_token', 'varchar(50)', ['character varying(50)', 'of 255 and more']],
    ['accounts', 'id_token', 'varchar(255)', ['character varying(255)', 'ID tokens']],
    ['verification_tokens', 'token', 'varchar(40)', ['character varying(40)', '50 characters']],
    ['verification_tokens', 'identifier', 'text[] using null', ['text[]', 'addresses']],
    ['users', 'email', 'varchar(40)', ['character varying(40)', 'addresses']],
    ['users', 'image', 'inet using null', ['inet', 'addresses of pictures']],
    ['sessions', 'user_id', 'varchar(20)', ['character varying(20)', 'ids of users']],
    ['authenticators', 'counter', 'smallint', ['smallint', 'counters']],
  ] as const)('refuses it: %s.%s as %s', async (table, column, to, [present, needed]) => {
    const database = await changed(createPostgresDatabase, type(table, column, to))
    const { code, out } = await migrate(database, '--plan')
    expect(code).toBe(3)
    expect(out).toContain(`${table}.${column}: It is ${present}, which`)
    expect(out).toContain(needed)
    expect(out).toMatch(/By hand: .*(?:alter table|Add a column)/)
    expect(places((await readPlan(database)).refused)).toEqual([`type ${table}.${column}`])
  })

  it('accepts it once the suggested statement has run', async () => {
    for (const [table, column, to] of [
      ['sessions', 'session_token', 'varchar(30)'],
      ['sessions', 'session_token', 'uuid using null'],
      ['accounts', 'expires_at', 'smallint'],
    ] as const) {
      const database = await changed(createPostgresDatabase, type(table, column, to))
      const { refused } = await readPlan(database)
      const [statement = ''] = /alter table .+?(?=[;.] )/.exec(refused[0]?.byHand ?? '') ?? []
      await database.query(statement)
      expect((await migrate(database, '--plan')).code).toBe(0)
    }
  })

  it.each([
    ['bytea using null', 'bytea'],
    ['uuid using null', 'uuid'],
    ['text[] using null', 'text[]'],
    ['json using null', 'json'],
  ])('refuses it as the address of users: %s', async (to, present) => {
    const drop = 'drop index users_email_key'
    const database = await changed(createPostgresDatabase, drop, type('users', 'email', to))
    const { code, out, err } = await migrate(database, '--plan')
    expect({ code, err }).toEqual({ code: 3, err: '' })
    expect(out).toContain(`users.email: It is ${present}, which cannot hold addresses`)
  })

  it('accepts it with a note where only rare values are too long or not listed', async () => {
    const database = await changed(
      createPostgresDatabase,
      type('accounts', 'access_token', 'varchar(255)'),
      type('accounts', 'expires_at', 'integer'),
      type('accounts', 'provider_account_id', 'varchar(191)'),
      `create type kind as enum ('oauth', 'oidc', 'email', 'webauthn')`,
      type('accounts', 'type', 'kind using type::kind'),
      'create domain token as varchar(64)',
      type('sessions', 'session_token', 'token'),
    )
    const { refused, notes } = await readPlan(database)
    expect(refused).toEqual([])
    expect(notes.map(({ column, text }) => `${column}: ${text}`)).toEqual([
      'type: It takes only what its type lists.',
      'provider_account_id: It holds up to 191 characters: longer ids of accounts are refused by the database.',
      'access_token: It holds up to 255 characters: longer access tokens are refused by the database.',
      'expires_at: It holds numbers up to 2147483647: larger times of expiry in seconds are refused by the database.',
    ])
  })

  it('refuses it as a domain and as an enumeration, too', async () => {
    const database = await changed(
      createPostgresDatabase,
      'create domain token as varchar(20)',
      type('sessions', 'session_token', 'token'),
      `create type word as enum ('a')`,
      type('verification_tokens', 'token', 'word using null'),
    )
    expect(places((await readPlan(database)).refused)).toEqual([
      'type sessions.session_token',
      'type verification_tokens.token',
    ])
  })
})

describe('migrate, over a column of MySQL and MariaDB with an unfit type,', () => {
  const BINARY = 'character set utf8mb4 collate utf8mb4_bin'

  it.each([
    ['sessions', 'session_token', `varchar(30) ${BINARY} not null`, 'varchar(30)'],
    ['verification_tokens', 'token', `varchar(40) ${BINARY} not null`, 'varchar(40)'],
    ['accounts', 'access_token', 'varchar(50)', 'varchar(50)'],
    ['accounts', 'expires_at', 'mediumint', 'mediumint(9)'],
    ['accounts', 'expires_at', 'tinyint(1)', 'tinyint(1)'],
    ['accounts', 'id_token', 'tinytext', 'tinytext'],
  ] as const)('refuses it: %s.%s as %s', async (table, column, to, present) => {
    const change = `alter table ${table} modify ${column} ${to}`
    const database = await changed(createMysqlDatabase, change)
    const { code, out } = await migrate(database, '--plan')
    expect(code).toBe(3)
    expect(out).toContain(`${table}.${column}: It is ${present}, which cannot hold`)
    const [statement = ''] = /alter table .+?(?=\. Or)/.exec(out) ?? []
    await database.query(statement)
    expect((await migrate(database, '--plan')).code).toBe(0)
  })

  it('accepts it with a note where its character set lacks letters', async () => {
    const database = await changed(
      createMysqlDatabase,
      'alter table users modify name text character set latin1',
      'alter table accounts modify access_token text character set latin1',
    )
    const { notes } = await readPlan(database)
    expect(notes).toEqual([{ table: 'users', column: 'name', text: containing('latin1') }])
  })
})

describe('migrate, over a table of MySQL and MariaDB in an engine without transactions,', () => {
  it('refuses it before any step, and accepts it once its engine is changed', async () => {
    const database = await changed(
      createMysqlDatabase,
      'drop table accounts',
      `create table accounts (user_id varchar(255) character set utf8mb4 collate utf8mb4_bin not null,
        type text not null, provider varchar(60) not null, provider_account_id varchar(190) not null,
        access_token text, refresh_token text, expires_at bigint, token_type text, scope text,
        id_token text, session_state text, primary key (provider, provider_account_id)) engine = MyISAM`,
    )
    const planned = await migrate(database, '--plan')
    expect(planned.code).toBe(3)
    expect(planned.out).toContain('accounts: Its storage engine is MyISAM')
    expect((await readPlan(database)).steps).toEqual([])
    const applied = await migrate(database, '--apply', '--yes')
    expect(applied).toMatchObject({ code: 3, err: '' })
    const [statement = ''] = /alter table `accounts` engine = InnoDB/.exec(planned.out) ?? []
    await database.query(statement)
    expect((await migrate(database, '--apply', '--yes')).code).toBe(0)
  })

  it.each([
    ['is compressed', 'alter table accounts row_format = compressed'],
    ['has an index over words', 'create fulltext index words on accounts (scope)'],
  ])('warns that a table that %s is rewritten to add a column', async (_, change) => {
    const database = await changed(
      createMysqlDatabase,
      'alter table accounts drop column additional',
      change,
    )
    const { steps } = await readPlan(database)
    expect(steps.map(({ name, online }) => ({ name, online }))).toEqual([
      { name: 'additional', online: false },
    ])
    expect((await migrate(database, '--apply', '--yes')).code).toBe(0)
  })
})

it('migrate reads the foreign keys of MySQL and MariaDB as a user with read permission only', async () => {
  const database = await changed(createMysqlDatabase)
  const reader = `r${crypto.randomUUID().slice(0, 8)}`
  await database.query(`create user '${reader}'@'%' identified by 'read-only'`)
  cleanUps.push(() => database.query(`drop user '${reader}'@'%'`))
  const url = new URL(database.url)
  await database.query(`grant select on \`${url.pathname.slice(1)}\`.* to '${reader}'@'%'`)
  url.username = reader
  url.password = 'read-only'
  const seen = await readPlan({ url: url.href })
  expect(seen).toMatchObject({ steps: [], refused: [], notes: [] })
  await database.query('alter table sessions drop foreign key sessions_ibfk_1')
  const { notes } = await readPlan({ url: url.href })
  expect(notes.map(({ table, text }) => ({ table, text }))).toEqual([
    { table: 'sessions', text: containing('No foreign key can be seen') },
  ])
})

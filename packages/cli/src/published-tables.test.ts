import { cleanUpAfterEach } from '../test/clean-ups.ts'
import type { Plan, Row } from '@latchstring/schema'
import { describe, expect, it } from 'vitest'
import {
  type TestDatabase,
  createMysqlDatabase,
  createPostgresDatabase,
  createSqliteDatabase,
} from '../test/databases.ts'
import { containing, parse, run } from '../test/run.ts'

/** Tables as the documentation of a published adapter has them, and how they are identified. */
interface Published {
  readonly adapter: string
  readonly create: () => Promise<TestDatabase>
  readonly options: readonly string[]
  readonly statements: readonly string[]
  /** Tables that have rows. */
  readonly tables: readonly string[]
  /** What is missing. */
  readonly steps: readonly string[]
}

const PG: Published = {
  adapter: '@auth/pg-adapter',
  create: createPostgresDatabase,
  options: ['--names', 'next-auth', '--ids', 'integer'],
  statements: [
    `create table verification_token (identifier text not null, expires timestamptz not null,
      token text not null, primary key (identifier, token))`,
    `create table accounts (id serial, "userId" integer not null, type varchar(255) not null,
      provider varchar(255) not null, "providerAccountId" varchar(255) not null,
      refresh_token text, access_token text, expires_at bigint, id_token text, scope text,
      session_state text, token_type text, primary key (id))`,
    `create table sessions (id serial, "userId" integer not null, expires timestamptz not null,
      "sessionToken" varchar(255) not null, primary key (id))`,
    `create table users (id serial, name varchar(255), email varchar(255),
      "emailVerified" timestamptz, image text, primary key (id))`,
    `insert into users (name, email) values ('Ada', 'ada@example.com'), ('Bob', null)`,
    `insert into accounts ("userId", type, provider, "providerAccountId", access_token)
      values (1, 'oidc', 'google', '1', 'at'), (2, 'oauth', 'github', '1', null)`,
    `insert into sessions ("userId", expires, "sessionToken") values (1, now(), 's1'), (1, now(), 's2')`,
    `insert into verification_token values ('ada@example.com', now(), 't')`,
  ],
  tables: ['users', 'accounts', 'sessions', 'verification_token'],
  steps: [
    'createUniqueIndex users_email_key',
    'addColumn additional',
    'createUniqueIndex accounts_provider_providerAccountId_key',
    'createIndex accounts_userId_idx',
    'createUniqueIndex sessions_sessionToken_key',
    'createIndex sessions_userId_idx',
    'createIndex sessions_expires_idx',
    'createIndex verification_token_expires_idx',
    'createTable authenticators',
    'createIndex authenticators_userId_idx',
  ],
}

const DRIZZLE_NAMES = [
  '--names',
  'next-auth',
  '--tables',
  'users=user,accounts=account,sessions=session,verificationTokens=verificationToken',
  '--tables',
  'authenticators=authenticator',
]

const DRIZZLE_MYSQL: Published = {
  adapter: '@auth/drizzle-adapter on MySQL',
  create: createMysqlDatabase,
  options: DRIZZLE_NAMES,
  statements: [
    `create table user (id varchar(255) not null primary key, name varchar(255),
      email varchar(255) unique, emailVerified timestamp(3) null, image varchar(255))`,
    `create table account (userId varchar(255) not null, type varchar(255) not null,
      provider varchar(255) not null, providerAccountId varchar(255) not null,
      refresh_token varchar(255), access_token varchar(255), expires_at int,
      token_type varchar(255), scope varchar(255), id_token varchar(2048),
      session_state varchar(255), primary key (provider, providerAccountId),
      constraint fk foreign key (userId) references user (id) on delete cascade)`,
    `create table session (sessionToken varchar(255) not null primary key,
      userId varchar(255) not null, expires timestamp not null,
      foreign key (userId) references user (id) on delete cascade)`,
    `create table verificationToken (identifier varchar(255) not null, token varchar(255) not null,
      expires timestamp not null, primary key (identifier, token))`,
    `insert into user (id, email) values ('u1', 'Ada@example.com'), ('u2', null)`,
    `insert into account (userId, type, provider, providerAccountId) values ('u1', 'oidc', 'p', '1')`,
    `insert into session values ('s1', 'u1', now())`,
  ],
  tables: ['user', 'account', 'session'],
  steps: [
    'addColumn email_lower',
    'createUniqueIndex user_email_key',
    'addColumn additional',
    'createIndex session_expires_idx',
    'createIndex verificationToken_expires_idx',
    'createTable authenticator',
    'createIndex authenticator_userId_idx',
  ],
}

const DRIZZLE_SQLITE: Published = {
  adapter: '@auth/drizzle-adapter on SQLite',
  create: createSqliteDatabase,
  options: DRIZZLE_NAMES,
  statements: [
    `create table user (id text primary key, name text, email text unique, emailVerified integer, image text)`,
    `create table account (userId text not null references user (id) on delete cascade,
      type text not null, provider text not null, providerAccountId text not null,
      refresh_token text, access_token text, expires_at integer, token_type text, scope text,
      id_token text, session_state text, primary key (provider, providerAccountId))`,
    `create table session (sessionToken text primary key, userId text not null, expires integer not null)`,
    `create table verificationToken (identifier text not null, token text not null,
      expires integer not null, primary key (identifier, token))`,
    `insert into user (id, email) values ('u1', 'Ada@example.com'), ('u2', null)`,
    `insert into account (userId, type, provider, providerAccountId) values ('u1', 'oidc', 'p', '1')`,
    `insert into session values ('s1', 'u1', 1)`,
  ],
  tables: ['user', 'account', 'session'],
  steps: [
    'createUniqueIndex user_email_key',
    'addColumn additional',
    'createIndex account_userId_idx',
    'createIndex session_userId_idx',
    'createIndex session_expires_idx',
    'createIndex verificationToken_expires_idx',
    'createTable authenticator',
    'createIndex authenticator_userId_idx',
  ],
}

const CAPITALS =
  'users=User,accounts=Account,sessions=Session,verificationTokens=VerificationToken,' +
  'authenticators=Authenticator'

const KYSELY: Published = {
  adapter: '@auth/kysely-adapter',
  create: createPostgresDatabase,
  options: ['--names', 'next-auth', '--ids', 'uuid', '--tables', CAPITALS],
  statements: [
    `create table "User" (id uuid primary key default gen_random_uuid(), name text,
      email text unique not null, "emailVerified" timestamptz, image text)`,
    `create table "Account" (id uuid primary key default gen_random_uuid(),
      "userId" uuid not null references "User" (id) on delete cascade, type text not null,
      provider text not null, "providerAccountId" text not null, refresh_token text,
      access_token text, expires_at bigint, token_type text, scope text, id_token text,
      session_state text)`,
    `create table "Session" (id uuid primary key default gen_random_uuid(),
      "userId" uuid not null references "User" (id) on delete cascade,
      "sessionToken" text not null unique, expires timestamptz not null)`,
    `create table "VerificationToken" (identifier text not null, token text not null unique,
      expires timestamptz not null)`,
    'create index on "Account" ("userId")',
    'create index on "Session" ("userId")',
    `insert into "User" (email) values ('ada@example.com')`,
    `insert into "Account" ("userId", type, provider, "providerAccountId")
      select id, 'oidc', 'google', '1' from "User"`,
  ],
  tables: ['User', 'Account'],
  steps: [
    // The name it would have is that of the key on addresses as they are written.
    'createUniqueIndex User_email_key_2',
    'addColumn additional',
    'createUniqueIndex Account_provider_providerAccountId_key',
    'createIndex Session_expires_idx',
    'createIndex VerificationToken_expires_idx',
    'createTable Authenticator',
    'createIndex Authenticator_userId_idx',
  ],
}

const D1: Published = {
  adapter: '@auth/d1-adapter',
  create: createSqliteDatabase,
  options:
    '--names next-auth --tables verificationTokens=verification_tokens --row-ids accounts,sessions'.split(
      ' ',
    ),
  statements: [
    `create table accounts (id text primary key not null, userId text not null, type text not null,
      provider text not null, providerAccountId text not null, refresh_token text,
      access_token text, expires_at number, token_type text, scope text, id_token text,
      session_state text, oauth_token_secret text, oauth_token text)`,
    `create table sessions (id text not null, sessionToken text primary key not null,
      userId text not null, expires datetime not null)`,
    `create table users (id text primary key not null, name text, email text,
      emailVerified datetime, image text)`,
    `create table verification_tokens (identifier text not null, token text primary key not null,
      expires datetime not null)`,
    `insert into users (id, email) values ('u1', 'ada@example.com')`,
    `insert into sessions values ('1', 's', 'u1', '2030-01-02T03:04:05.678Z')`,
  ],
  tables: ['users', 'sessions'],
  steps: [
    'createUniqueIndex users_email_key',
    'addColumn additional',
    'createUniqueIndex accounts_provider_providerAccountId_key',
    'createIndex accounts_userId_idx',
    'createIndex sessions_userId_idx',
    'createIndex sessions_expires_idx',
    'createIndex verification_tokens_expires_idx',
    'createTable authenticators',
    'createIndex authenticators_userId_idx',
  ],
}

const cleanUps = cleanUpAfterEach()

const open = ({ create, statements }: Published): Promise<TestDatabase> =>
  cleanUps.open(create, statements)

async function planOf({ url }: TestDatabase, options: readonly string[]): Promise<Plan> {
  const { out } = await run(['migrate', '--url', url, '--plan', '--json', ...options])
  return parse(out)
}

async function rowsOf(database: TestDatabase, tables: readonly string[]) {
  const rows: Record<string, readonly Row[]> = {}
  for (const table of tables) rows[table] = await database.query(`select * from "${table}"`)
  return rows
}

const quoted = async (database: TestDatabase, { adapter, tables }: Published) => {
  if (adapter.endsWith('MySQL')) await database.query(`set sql_mode = 'ANSI_QUOTES'`)
  return rowsOf(database, tables)
}

describe.each([PG, KYSELY, DRIZZLE_MYSQL, DRIZZLE_SQLITE, D1])(
  'migrate over the tables of $adapter',
  (published) => {
    const { options, steps } = published

    it('adds only what is missing', async () => {
      const database = await open(published)
      const plan = await planOf(database, options)
      expect(plan.refused).toEqual([])
      expect(plan.steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual(steps)
    })

    it('keeps the rows, and plans nothing afterwards', async () => {
      const database = await open(published)
      const before = await quoted(database, published)
      const applied = await run(['migrate', '--url', database.url, '--apply', '--yes', ...options])
      expect(applied).toMatchObject({ code: 0, err: '' })
      const after = await quoted(database, published)
      for (const [table, rows] of Object.entries(before)) {
        expect(after[table]).toMatchObject(rows)
      }
      expect((await planOf(database, options)).steps).toEqual([])
    })
  },
)

it('migrate refuses tables whose row ids would have no value, and says which option fills them', async () => {
  const database = await open(D1)
  const { refused } = await planOf(database, D1.options.slice(0, -2))
  expect(refused).toEqual([
    expect.objectContaining({
      kind: 'required',
      name: 'id',
      byHand: containing('{ "rowIds": ["sessions"] }'),
    }),
  ])
})

it('migrate names a column that only a client can fill, as Prisma does with ids', async () => {
  const database = await open({
    ...PG,
    statements: [
      'create table "Session" (id text primary key, "sessionToken" text not null unique, ' +
        '"userId" text not null, expires timestamp(3) not null)',
    ],
  })
  const tables = ['--names', 'next-auth', '--tables', 'users=User,sessions=Session']
  const { notes } = await planOf(database, tables)
  expect(notes).toEqual([
    { schema: 'public', table: 'Session', column: 'expires', text: containing('time zone') },
    { schema: 'public', table: 'Session', column: 'id', text: containing('has no default') },
    { schema: 'public', table: 'Session', column: 'userId', text: containing('no foreign key') },
  ])
})

it('migrate refuses a column whose name was folded to lower case, and says how to name it', async () => {
  const database = await open({
    ...PG,
    statements: [
      'create table users (id serial primary key, email text, emailVerified timestamptz)',
    ],
  })
  const { refused } = await planOf(database, PG.options)
  expect(refused).toEqual([
    expect.objectContaining({
      name: 'emailVerified',
      byHand: containing('"emailverified"'),
    }),
  ])
})

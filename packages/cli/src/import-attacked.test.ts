import type { AuthConfig } from '@latchstring/core'
import { type Adapter, recordTables } from '@latchstring/core/adapters'
import Passkey from '@latchstring/core/providers/passkey'
import { factors } from '@latchstring/factors'
import { passwords } from '@latchstring/passwords'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { afterEach, expect, test } from 'vitest'
import { tablesOf } from '../test/better-auth/features.ts'
import { addRow, fill, importInto, keptOpen, PEOPLE } from '../test/better-auth/people.ts'
import {
  createMysqlDatabase,
  createPostgresDatabase,
  createSqliteDatabase,
  type TestDatabase,
} from '../test/databases.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function keep(database: TestDatabase): Promise<TestDatabase> {
  cleanUps.push(() => database.drop())
  return database
}

const ACCEPT = ['--apply', '--accept-losses']

interface Place {
  readonly config: AuthConfig
  readonly adapter: Adapter
  count(table: string): Promise<number>
}

/** An application with the features themselves. */
async function openPlace(
  database: TestDatabase,
  wrap: (adapter: Adapter) => Adapter = (adapter) => adapter,
): Promise<Place> {
  const features = [passwords(), factors()]
  const adapter = openSqlAdapter(database.url, {
    records: [...recordTables, ...tablesOf(features)],
    sessionControl: true,
  })
  cleanUps.push(() => adapter.close())
  await adapter.migrate()
  const config: AuthConfig = {
    adapter: keptOpen(wrap(adapter)),
    features,
    providers: [
      { ...UNREACHED_PROVIDER, id: 'github' },
      Passkey({ checkUserHandle: false }),
      { id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest: () => undefined },
    ],
    experimental: { enableWebAuthn: true },
    logger: { warn: () => undefined },
    migrate: { from: 'better-auth', secret: PEOPLE.secret, until: '2126-01-01' },
  }
  const count = async (table: string): Promise<number> =>
    Number((await database.query(`select count(*) as found from ${table}`))[0]?.['found'])
  return { config, adapter, count }
}

async function openSource(): Promise<TestDatabase> {
  const source = await keep(await createSqliteDatabase())
  await fill(source, PEOPLE.sqlite)
  return source
}

const TABLES = [
  'users',
  'accounts',
  'sessions',
  'authenticators',
  'auth_passwords_hashes',
  'auth_factors_totp',
  'auth_factors_codes',
]

const countAll = async (place: Place): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    await Promise.all(TABLES.map(async (table) => [table, await place.count(table)] as const)),
  )

/** A person who registers while others are moved, with everything that they can have. */
async function register(source: TestDatabase, id: string): Promise<void> {
  const { edsger } = PEOPLE.sqlite.ids
  const copies = [
    `insert into "user" (id, name, email, emailVerified, createdAt, updatedAt) select '${id}', name, '${id}@example.com', 1, createdAt, updatedAt from "user" where id = '${edsger}'`,
    `insert into account (id, accountId, providerId, userId, password, createdAt, updatedAt) select 'c${id}', '${id}', 'credential', '${id}', password, createdAt, updatedAt from account where userId = '${edsger}' and providerId = 'credential'`,
    `insert into account (id, accountId, providerId, userId, createdAt, updatedAt) select 'g${id}', 'at-${id}', 'github', '${id}', createdAt, updatedAt from account where userId = '${edsger}' and providerId = 'credential'`,
    `insert into passkey (id, publicKey, userId, credentialID, counter, deviceType, backedUp) select 'k${id}', publicKey, '${id}', 'key${id}', 3, deviceType, 0 from passkey`,
    `insert into session (id, expiresAt, token, createdAt, updatedAt, userId) select 's${id}', expiresAt, 'token-${id}', createdAt, updatedAt, '${id}' from session where userId = '${edsger}'`,
  ]
  for (const statement of copies) await source.query(statement)
}

test('A person who registers with better-auth during an import is moved by the next one', async () => {
  const source = await openSource()
  let isLate = false
  const wrap = (adapter: Adapter): Adapter => {
    const { records } = adapter
    if (!records) throw new Error('The store keeps no tables of features.')
    return {
      ...adapter,
      records: {
        ...records,
        async insert(...given) {
          if (!isLate) {
            isLate = true
            await register(source, 'late')
          }
          return records.insert(...given)
        },
      },
    }
  }
  const place = await openPlace(await keep(await createSqliteDatabase()), wrap)
  const first = await importInto(place.config, source, [...ACCEPT, '--json'])
  expect(isLate).toBe(true)
  expect([first.code, first.err]).toEqual([2, expect.stringContaining('meanwhile')])
  const before = await countAll(place)
  expect(before).toMatchObject({ users: 4, accounts: 2, auth_passwords_hashes: 3, sessions: 3 })
  expect((await importInto(place.config, source, ['--check'])).code).toBe(2)
  expect((await importInto(place.config, source, ACCEPT)).code).toBe(0)
  expect((await importInto(place.config, source, ['--check'])).code).toBe(0)
  expect(await countAll(place)).toMatchObject({
    users: 5,
    accounts: 4,
    auth_passwords_hashes: 4,
    sessions: 4,
    authenticators: 2,
  })
})

test('Two imports at the same time, and one after them, move each row once', async () => {
  const source = await openSource()
  const alone = await openPlace(await keep(await createSqliteDatabase()))
  expect(await importInto(alone.config, source, ACCEPT)).toMatchObject({ code: 0 })
  const place = await openPlace(await keep(await createSqliteDatabase()))
  const both = await Promise.all([
    importInto(place.config, source, ACCEPT),
    importInto(place.config, source, ACCEPT),
  ])
  expect(both.map(({ code }) => code)).toContain(0)
  expect((await importInto(place.config, source, ACCEPT)).code).toBe(0)
  expect(await countAll(place)).toEqual(await countAll(alone))
})

const NAMES = [
  'Jürgen Grüße-Øster Ñandú',
  '小林 一茶・𠮷野家',
  'محمد بن عبد الله',
  'Жанна Ёлкина',
  'दिव्या क्षत्रिय 👩‍👩‍👧‍👦',
  'O\'Brien \\ "quoted" -- ; drop',
  'e\u0301 \u202e right to left',
]

test.each([
  ['SQLite', createSqliteDatabase],
  ['PostgreSQL', createPostgresDatabase],
  ['MariaDB', createMysqlDatabase],
] as const)('Names of all languages are moved as they are, into %s', async (_, create) => {
  const source = await openSource()
  const [like] = PEOPLE.sqlite.rows['user'] ?? []
  for (const [index, name] of NAMES.entries()) {
    const id = `name${index}`
    await addRow(source, 'user', { ...like, id, name, email: `${id}@example.com` })
  }
  const place = await openPlace(await keep(await create()))
  expect((await importInto(place.config, source, ACCEPT)).code).toBe(0)
  const moved = await Promise.all(
    NAMES.map(async (_name, index) => place.adapter.getUser?.(`name${index}`)),
  )
  expect(moved.map((user) => user?.name)).toEqual(NAMES)
})

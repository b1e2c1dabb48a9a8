import type { Adapter } from '@latchstring/core/adapters'
import { recordTables } from '@latchstring/core/adapters'
import { type OpenSqlAdapter, openSqlAdapter } from '@latchstring/adapter-sql'
import Passkey from '@latchstring/core/providers/passkey'
import { UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { afterEach, expect, test } from 'vitest'
import { fakeFactors, fakePasswords, tablesOf } from '../test/better-auth/features.ts'
import { fill, importInto, keptOpen, PEOPLE } from '../test/better-auth/people.ts'
import { createMysqlDatabase, createSqliteDatabase, type TestDatabase } from '../test/databases.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function keep(database: TestDatabase): Promise<TestDatabase> {
  cleanUps.push(() => database.drop())
  return database
}

const COPIES = 60

/** Copies Edsger, with his password and his factor, and gives each copy an account and a passkey. */
async function multiply(database: TestDatabase): Promise<void> {
  const { edsger } = PEOPLE.sqlite.ids
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COPIES})`
  const id = `printf('p%05d', n.i)`
  const copies = [
    `insert into "user" (id, name, email, emailVerified, createdAt, updatedAt) ${numbers} select ${id}, 'Person', ${id} || '@example.com', 1, createdAt, updatedAt from "user", n where id = '${edsger}'`,
    `insert into account (id, accountId, providerId, userId, password, createdAt, updatedAt) ${numbers} select 'c' || ${id}, ${id}, 'credential', ${id}, password, createdAt, updatedAt from account, n where userId = '${edsger}'`,
    `insert into account (id, accountId, providerId, userId, createdAt, updatedAt) ${numbers} select 'h' || ${id}, 'at-' || ${id}, 'harbour', ${id}, createdAt, updatedAt from account, n where userId = '${edsger}'`,
    `insert into twoFactor (id, secret, backupCodes, userId, verified) ${numbers} select 't' || ${id}, secret, backupCodes, ${id}, 1 from twoFactor, n where userId = '${edsger}'`,
    `insert into passkey (id, publicKey, userId, credentialID, counter, deviceType, backedUp) ${numbers} select 'k' || ${id}, publicKey, ${id}, 'key' || ${id}, 3, deviceType, 0 from passkey, n`,
    `insert into session (id, expiresAt, token, createdAt, updatedAt, userId) ${numbers} select 's' || ${id}, expiresAt, 'token-' || ${id}, createdAt, updatedAt, ${id} from session, n where userId = '${edsger}'`,
  ]
  for (const statement of copies) await database.query(statement)
}

/** An adapter that fails at every write after so many, until it is allowed more. */
function failing(adapter: OpenSqlAdapter): {
  readonly adapter: Adapter
  allow(writes: number): void
} {
  let left = 0
  function count(): void {
    if (left === 0) throw new Error('The connection is lost.')
    left -= 1
  }
  const counted =
    <Given, Result>(write: (given: Given) => Result) =>
    (given: Given): Result => {
      count()
      return write(given)
    }
  const { records } = adapter
  return {
    allow(writes) {
      left = writes
    },
    adapter: {
      ...adapter,
      createUser: counted((user) => adapter.createUser(user)),
      linkAccount: counted((account) => adapter.linkAccount(account)),
      createAuthenticator: counted((one) => adapter.createAuthenticator(one)),
      createSession: counted((session) => adapter.createSession(session)),
      ...(records && {
        records: {
          ...records,
          insert(...given) {
            count()
            return records.insert(...given)
          },
        },
      }),
    },
  }
}

const GITHUB = { ...UNREACHED_PROVIDER, id: 'github' } as const
const KEYS = Passkey({ checkUserHandle: false })

const SETTINGS = {
  experimental: { enableWebAuthn: true },
  logger: { warn: () => undefined },
  migrate: { from: 'better-auth', secret: PEOPLE.secret, until: '2126-01-01' },
} as const

/** Rows of each table, with so many copies of a person. */
const expected = (copies: number): Readonly<Record<string, number>> => ({
  users: 4 + copies,
  // Of services, and of passkeys.
  accounts: 2 + 2 * copies,
  sessions: 3 + copies,
  authenticators: 1 + copies,
  auth_passwords_hashes: 3 + copies,
  auth_factors_apps: 2 + copies,
  auth_factors_given: 12 + 2 * copies,
})

const TABLES = Object.keys(expected(0))

test.each([
  ['every write', 1, 0],
  ['every 100th write', 100, COPIES],
])(
  'An import that is stopped at %s and begun again moves each row once (IMP-02)',
  async (_, writes, copies) => {
    const source = await keep(await createSqliteDatabase())
    await fill(source, PEOPLE.sqlite)
    if (copies > 0) await multiply(source)
    const target = await keep(await createSqliteDatabase())
    const features = [fakePasswords(), fakeFactors()]
    const whole = openSqlAdapter(target.url, {
      records: [...recordTables, ...tablesOf(features)],
    })
    cleanUps.push(() => whole.close())
    await whole.migrate()
    const stoppable = failing(whole)
    const config = {
      ...SETTINGS,
      adapter: keptOpen(stoppable.adapter),
      features,
      providers: [UNREACHED_PROVIDER, GITHUB, KEYS],
    }
    const all = Object.values(expected(copies)).reduce((sum, count) => sum + count, 0)
    let stops = 0
    for (; stops < all; stops += 1) {
      stoppable.allow(writes)
      const { code, err } = await importInto(config, source, ['--apply', '--accept-losses'])
      if (code === 0) break
      expect(err).toMatch(/The connection is lost|The adapter failed in records.insert/)
    }
    expect(stops).toBeGreaterThanOrEqual(Math.floor((all - 1) / writes))
    const counts = await Promise.all(
      TABLES.map(async (table) => {
        const [row] = await target.query(`select count(*) as found from ${table}`)
        return [table, Number(row?.['found'])]
      }),
    )
    expect(Object.fromEntries(counts)).toEqual(expected(copies))
    stoppable.allow(0)
    const again = await importInto(config, source, ['--apply', '--accept-losses'])
    expect(again.code).toBe(0)
    expect((await importInto(config, source, ['--check'])).code).toBe(0)
    await target.query("delete from accounts where provider = 'github'")
    const checked = await importInto(config, source, ['--check'])
    expect(checked.code).toBe(2)
    expect(checked.out).toContain('1 missing')
  },
)

/** The tables of better-auth in MariaDB, whose types are others. */
function inMysql(sql: string): string {
  return sql
    .replaceAll('"', '`')
    .replaceAll(/\btext\b/g, 'varchar(512)')
    .replaceAll('date not null', 'datetime(3) not null')
    .replaceAll(/`(\w+)` date\b/g, '`$1` datetime(3)')
    .replaceAll(/create index [^;]*/g, '')
}

test('People of better-auth in MariaDB are moved, with accounts whose issuer is an empty text (IMP-03)', async () => {
  const source = await keep(await createMysqlDatabase())
  const { sql, rows, ids } = PEOPLE.sqlite
  for (const statement of inMysql(sql).split(/;\s*/)) {
    if (statement.trim() !== '') await source.query(statement)
  }
  await source.query("alter table account add column issuer varchar(255) not null default ''")
  await source.query("set sql_mode = 'ANSI_QUOTES'")
  for (const table of ['user', 'account', 'session', 'twoFactor', 'passkey']) {
    for (const row of rows[table] ?? []) {
      const values = Object.values(row).map((value) =>
        typeof value === 'string'
          ? `'${value.replace(/^(\d{4}-\d\d-\d\d)T(.*)Z$/, '$1 $2').replaceAll("'", "''")}'`
          : String(value),
      )
      const columns = Object.keys(row).map((name) => `"${name}"`)
      await source.query(
        `insert into "${table}" (${columns.join(', ')}) values (${values.join(', ')})`,
      )
    }
  }
  const target = await keep(await createSqliteDatabase())
  const features = [fakePasswords(), fakeFactors()]
  const adapter = openSqlAdapter(target.url, {
    records: [...recordTables, ...tablesOf(features)],
  })
  cleanUps.push(() => adapter.close())
  await adapter.migrate()
  const config = {
    ...SETTINGS,
    adapter: keptOpen(adapter),
    features,
    providers: [GITHUB, KEYS],
  }
  const moved = await importInto(config, source, ['--apply', '--accept-losses', '--json'])
  expect(JSON.parse(moved.out)).toMatchObject({
    parts: {
      users: { moved: 4 },
      accounts: { moved: 1 },
      passwords: { moved: 3 },
      factors: { moved: 2 },
      'backup codes': { moved: 12 },
      passkeys: { moved: 1 },
      sessions: { moved: 3 },
    },
  })
  const [account] = await target.query("select * from accounts where provider = 'github'")
  expect(account).toMatchObject({ user_id: ids.grace, provider_account_id: '9007' })
})

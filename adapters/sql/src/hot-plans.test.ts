import { mkdir, writeFile } from 'node:fs/promises'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explain, type QueryPlan, type Recording, record } from '../test/recording.ts'
import { DATABASES, type TestDatabase } from '../test/stores.ts'
import { type SqlAdapter, type SqlDialect, sqlAdapter } from './index.ts'

/*
 * What a database really does with the statements that a busy application sends, on tables with so many rows that reading one
 * whole would be seen: the plans are in artifacts/plans.
 */

const USERS = 2_000
const SESSIONS = 20_000

/** Numbers from 1 to so many, as a table `numbers` with the column `n`. */
const NUMBERS: Readonly<Record<SqlDialect, (count: number) => string>> = {
  sqlite: (count) =>
    `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers) as numbers`,
  postgres: (count) => `generate_series(1, ${count}) as numbers(n)`,
  mysql: (count) => `(select seq as n from seq_1_to_${count}) as numbers`,
}

const text = (dialect: SqlDialect, before: string, number = 'n'): string =>
  dialect === 'mysql' ? `concat('${before}', ${number})` : `'${before}' || ${number}`

/** A time that for every tenth row is in the past. */
const TIMES: Readonly<Record<SqlDialect, string>> = {
  sqlite: `case when n % 10 = 0 then ${Date.now() - 1e8} - n else ${Date.now() + 1e9} + n end`,
  postgres: `now() + n * interval '1 second' * case when n % 10 = 0 then -1 else 1 end`,
  mysql: `utc_timestamp(3) + interval (case when n % 10 = 0 then -n else n end) second`,
}

function rowsFor(dialect: SqlDialect): readonly string[] {
  const owner = text(dialect, 'user ', `(n % ${USERS} + 1)`)
  const numbers = NUMBERS[dialect]
  return [
    `insert into users (id, email) select ${text(dialect, 'user ')}, ${text(dialect, 'user')} from ${numbers(USERS)}`,
    `insert into accounts (user_id, type, provider, provider_account_id) select ${owner}, 'oidc', 'p', ${text(dialect, 'account ')} from ${numbers(USERS)}`,
    `insert into sessions (session_token, user_id, expires) select ${text(dialect, 'session ')}, ${owner}, ${TIMES[dialect]} from ${numbers(SESSIONS)}`,
    `insert into verification_tokens (identifier, token, expires) select ${owner}, ${text(dialect, 'token ')}, ${TIMES[dialect]} from ${numbers(USERS)}`,
    ...(dialect === 'mysql'
      ? ['analyze table users, accounts, sessions, verification_tokens']
      : ['analyze']),
  ]
}

/** What shows that an index finds the rows, and what shows that a whole table or index is read. */
const SIGNS: Readonly<Record<SqlDialect, { readonly index: RegExp; readonly scan: RegExp }>> = {
  sqlite: { index: /SEARCH \S+ USING (?:COVERING )?INDEX/, scan: /\bSCAN (?!\d)\w/ },
  postgres: { index: /Index Scan|Index Only Scan|Bitmap Index Scan/, scan: /Seq Scan/ },
  mysql: { index: /const|eq_ref|ref|range/, scan: /^\S+ {2}(?:ALL|index) {2}/m },
}

describe.each(DATABASES)('query plans on $dialect with many rows', ({ dialect, create }) => {
  let database: TestDatabase
  let recording: Recording
  let adapter: SqlAdapter
  const plans: string[] = []

  beforeAll(async () => {
    database = await create()
    recording = record(dialect, database.url)
    adapter = sqlAdapter({ db: recording.db, dialect })
    await adapter.migrate()
    for (const statement of rowsFor(dialect)) {
      await recording.db.executeQuery(CompiledQuery.raw(statement))
    }
  })

  afterAll(async () => {
    await recording?.db.destroy()
    await database?.drop()
    const folder = new URL('../../../artifacts/plans/', import.meta.url)
    await mkdir(folder, { recursive: true })
    await writeFile(new URL(`${dialect}.txt`, folder), plans.join('\n'))
  })

  const planOf = (statement: CompiledQuery): Promise<QueryPlan> =>
    explain(dialect, database.url, statement, { fewRows: false })

  const future = new Date(Date.now() + 1e9)
  const hot: Readonly<Record<string, () => Promise<unknown>>> = {
    'a session check': () => adapter.getSessionAndUser('session 5'),
    'a look-up by account': () =>
      adapter.getUserByAccount({ provider: 'p', providerAccountId: 'account 5' }),
    'a look-up by address': () => adapter.getUserByEmail('User5'),
    'a use of a verification token': () =>
      adapter.useVerificationToken({ identifier: 'user 6', token: 'token 5' }),
    'an extension of a session': () =>
      adapter.compareAndSetSession({ sessionToken: 'session 7', from: future, to: future }),
    'a sign-out': () => adapter.deleteSession('session 9'),
    'a sign-out everywhere': () => adapter.deleteSessionsByUserId('user 9'),
    'a batch of expired rows': () => adapter.deleteExpired(),
  }

  it.each(Object.keys(hot))('%s uses an index (PERF-16)', async (name) => {
    const before = recording.statements.length
    await hot[name]?.()
    const statements = recording.statements
      .slice(before)
      .filter(({ sql }) => /^(?:select|update|delete)/.test(sql))
    expect(statements.length).toBeGreaterThan(0)
    // Batches differ in nothing but how many rows they have.
    const kinds = new Map(statements.map((statement) => [statement.sql.slice(0, 60), statement]))
    for (const statement of kinds.values()) {
      const { lines } = await planOf(statement)
      plans.push(
        `${name}\n  ${statement.sql.replaceAll(/\s+/g, ' ').slice(0, 300)}\n    ${lines.join('\n    ')}\n`,
      )
      const plan = lines.join('\n')
      expect(plan).toMatch(SIGNS[dialect].index)
      expect(plan).not.toMatch(SIGNS[dialect].scan)
    }
  })

  it('a look-up without an index is detected', async () => {
    const { lines } = await planOf(CompiledQuery.raw("select * from users where image = 'x'"))
    expect(lines.join('\n')).toMatch(SIGNS[dialect].scan)
  })
})

import { createClient } from '@libsql/client'
import { inPart } from '@latchstring/test-kit/in-part'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase } from '../test/databases.ts'
import { run } from '../test/run.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** Times as each database takes them, some hours before and after now. */
const TIMES = {
  postgres: (hours: number) => `now() + interval '${hours} hours'`,
  mysql: (hours: number) => `utc_timestamp(3) + interval ${hours} hour`,
  sqlite: (hours: number) => String(Date.now() + hours * 3_600_000),
}

type Dialect = keyof typeof TIMES

const insertMany = async (
  database: TestDatabase,
  table: string,
  rows: readonly string[],
): Promise<void> => {
  for (let at = 0; at < rows.length; at += 500) {
    await database.query(`insert into ${table} values ${rows.slice(at, at + 500).join(', ')}`)
  }
}

/** Tables with so many expired sessions and tokens, and a few that have not expired. */
async function open(
  { dialect, create }: { dialect: Dialect; create: () => Promise<TestDatabase> },
  expired: number,
): Promise<TestDatabase> {
  const database = await create()
  cleanUps.push(() => database.drop())
  await run(['migrate', '--apply', '--yes', '--url', database.url])
  await database.query(`insert into users (id, email) values ('ada', 'ada@example.com')`)
  const time = TIMES[dialect]
  const rows = Array.from({ length: expired }, (_, index) => index)
  await insertMany(database, 'sessions (session_token, user_id, expires)', [
    ...rows.map((row) => `('old ${row}', 'ada', ${time(-1)})`),
    ...[1, 2, 3].map((row) => `('new ${row}', 'ada', ${time(1)})`),
  ])
  await insertMany(database, 'verification_tokens (identifier, token, expires)', [
    ...rows.map((row) => `('ada@example.com', 'old ${row}', ${time(-1)})`),
    `('ada@example.com', 'new', ${time(1)})`,
  ])
  return database
}

const prune = ({ url }: TestDatabase, ...options: readonly string[]) =>
  run(['prune', '--url', url, ...options])

const count = async (database: TestDatabase, table: string): Promise<number> => {
  const [row] = await database.query(`select count(*) as found from ${table}`)
  return Number(row?.['found'])
}

const parse = (text: string): unknown => JSON.parse(text)

describe.each(inPart(DATABASES, ({ dialect }) => dialect !== 'mysql'))(
  'prune with $dialect',
  (kind) => {
    const { dialect, create } = kind

    it('deletes only expired rows, in batches (PERF-16)', async () => {
      const database = await open(kind, 250)
      const { code, out, err } = await prune(database, '--batch', '40', '--pause', '0')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const [, batches = 0] = /sessions: 250 rows deleted in (\d+) batches/.exec(out) ?? []
      expect(Number(batches)).toBeGreaterThanOrEqual(7)
      expect(out).toContain('verification_tokens: 250 rows deleted')
      expect(await database.query('select session_token from sessions order by 1')).toEqual(
        ['new 1', 'new 2', 'new 3'].map((token) => ({ session_token: token })),
      )
      expect(await count(database, 'verification_tokens')).toBe(1)
      expect(await count(database, 'users')).toBe(1)
      expect((await prune(database)).out).toContain('sessions: 0 rows deleted.\n')
    })

    it('counts without deleting for --dry-run, and its exit code says whether there are expired rows', async () => {
      const database = await open(kind, 5)
      const { code, out } = await prune(database, '--dry-run')
      expect({ code, says: out.includes('sessions: 5 rows expired.') }).toEqual({
        code: 2,
        says: true,
      })
      expect(await count(database, 'sessions')).toBe(8)
      await prune(database)
      const again = await prune(database, '--dry-run', '--json')
      expect({ code: again.code, written: parse(again.out) }).toEqual({
        code: 0,
        written: {
          dialect,
          tables: [
            { table: 'sessions', expired: 0 },
            { table: 'verification_tokens', expired: 0 },
          ],
          missing: [],
        },
      })
    })

    it('deletes endings, devices and budgets that have expired with --session-control (REV-18)', async () => {
      const database = await open(kind, 1)
      const control = ['--session-control', '--pause', '0'] as const
      await run(['migrate', '--apply', '--yes', '--url', database.url, ...control.slice(0, 1)])
      const [past, future] = [TIMES[dialect](-1), TIMES[dialect](1)]
      const ending = (name: string, expires: string): string =>
        `('session', '${name}', 0, 'sign-out', ${past}, ${expires})`
      const keyColumn = dialect === 'mysql' ? '`key`' : '"key"'
      await insertMany(
        database,
        `revocations (kind, ${keyColumn}, generation, reason, at, expires)`,
        [ending('old', past), ending('new', future)],
      )
      await insertMany(
        database,
        'auth_sessions_devices (user_id, session, session_id, created_at, last_seen_at, expires, provider_session, version)',
        [past, future].map(
          (time, index) => `('ada', '${index}', 's', ${past}, ${past}, ${time}, 'p', 1)`,
        ),
      )
      const now = Date.now()
      await insertMany(database, `limit_budgets (${keyColumn}, tat)`, [
        `('old', ${now - 3_600_000})`,
        `('new', ${now + 3_600_000})`,
      ])
      const { code, out } = await prune(database, ...control)
      expect(code).toBe(0)
      for (const table of ['revocations', 'auth_sessions_devices', 'limit_budgets']) {
        expect(out).toContain(`${table}: 1 row deleted`)
        expect(await count(database, table)).toBe(1)
      }
      expect(await count(database, 'sessions')).toBe(3)
    })

    it('writes only JSON to the standard output with --json', async () => {
      const database = await open(kind, 3)
      const { code, out } = await prune(database, '--json')
      const anything: unknown = expect.any(Number)
      expect({ code, written: parse(out) }).toEqual({
        code: 0,
        written: {
          dialect,
          tables: ['sessions', 'verification_tokens'].map((table) => {
            return { table, deleted: 3, batches: 1, longest: anything }
          }),
          missing: [],
        },
      })
    })

    it('refuses a table without an index on its times, and says how to create it (PERF-16)', async () => {
      const database = await open(kind, 2)
      await database.query(
        `drop index sessions_expires_idx${dialect === 'mysql' ? ' on sessions' : ''}`,
      )
      const refused = await prune(database)
      expect(refused.code).toBe(3)
      expect(refused.err).toContain('Refused: sessions: There is no index on expires')
      expect(refused.err).toContain('latchstring migrate --apply')
      expect(await count(database, 'sessions')).toBe(5)
      await run(['migrate', '--apply', '--yes', '--url', database.url])
      expect((await prune(database)).code).toBe(0)
    })

    it('skips a missing table, and fails when both tables are missing', async () => {
      const database = await open(kind, 2)
      await database.query('drop table sessions')
      const { code, out } = await prune(database)
      expect(code).toBe(0)
      expect(out).toContain('sessions: there is no such table.\n')
      expect(out).toContain('verification_tokens: 2 rows deleted')
      const empty = await create()
      cleanUps.push(() => empty.drop())
      const refused = await prune(empty, '--json')
      expect(refused.code).toBe(3)
      expect(parse(refused.out)).toMatchObject({
        refused: [{ table: 'sessions, verification_tokens' }],
      })
    })

    it('deletes from tables with custom names', async () => {
      const database = await create()
      cleanUps.push(() => database.drop())
      const names = ['--names', 'next-auth', '--ids', 'text', '--tables', 'sessions=visits']
      await run(['migrate', '--apply', '--yes', '--url', database.url, ...names])
      await database.query(`insert into users (id, email) values ('ada', 'ada@example.com')`)
      const quote = dialect === 'mysql' ? '`' : '"'
      const [token, user] = ['sessionToken', 'userId'].map((name) => `${quote}${name}${quote}`)
      await database.query(
        `insert into visits (${token}, ${user}, expires) values ('a', 'ada', ${TIMES[dialect](-1)}), ('b', 'ada', ${TIMES[dialect](1)})`,
      )
      expect((await prune(database, ...names)).out).toContain('visits: 1 row deleted')
      expect(await count(database, 'visits')).toBe(1)
    })
  },
)

/** Locks a session that has expired, and gives what lets it go. */
const LOCKS: Readonly<Record<'postgres' | 'mysql', (url: string) => Promise<() => Promise<void>>>> =
  {
    async postgres(url) {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query('begin')
      await client.query(`select * from sessions where session_token = 'old 1' for update`)
      return () => client.end()
    },
    async mysql(url) {
      const connection = await createConnection(url)
      await connection.query('start transaction')
      await connection.query(`select * from sessions where session_token = 'old 1' for update`)
      return () => connection.end()
    },
  }

describe.each(DATABASES.filter(({ dialect }) => dialect !== 'sqlite'))(
  'prune with $dialect beside other transactions',
  (kind) => {
    it('skips locked rows, and deletes them in the next run (PERF-16)', async () => {
      const database = await open(kind, 4)
      const lock = LOCKS[kind.dialect === 'mysql' ? 'mysql' : 'postgres']
      const release = await lock(database.url)
      const first = await prune(database, '--lock-timeout', '1')
      expect(first.out).toContain('sessions: 3 rows deleted')
      await release()
      expect((await prune(database)).out).toContain('sessions: 1 row deleted')
    })

    it('compares times in UTC in every server time zone and column type', async () => {
      const database = await open(kind, 0)
      const zone =
        kind.dialect === 'mysql'
          ? 'alter table sessions modify expires timestamp(3) not null default now(3)'
          : "alter table sessions alter expires type timestamp(3) using expires at time zone 'UTC'"
      await database.query(zone)
      const time =
        kind.dialect === 'mysql'
          ? (minutes: number) => `now(3) + interval ${minutes} minute`
          : (minutes: number) => `(now() at time zone 'UTC') + interval '${minutes} minutes'`
      await database.query(
        `insert into sessions (session_token, user_id, expires) values ('past', 'ada', ${time(-5)}), ('future', 'ada', ${time(5)})`,
      )
      expect((await prune(database)).out).toContain('sessions: 1 row deleted')
      expect(await count(database, 'sessions')).toBe(4)
    })
  },
)

describe('prune with SQLite', () => {
  const [sqlite] = DATABASES.filter(({ dialect }) => dialect === 'sqlite')

  it('says what to do when another program keeps the database locked', async () => {
    if (sqlite === undefined) throw new Error('SQLite is not among the databases.')
    const database = await open(sqlite, 2)
    const client = createClient({ url: database.url })
    cleanUps.push(() => client.close())
    const holder = await client.transaction('write')
    const { code, err } = await prune(database)
    expect({ code, says: err.includes('Deleted rows stay deleted') }).toEqual({
      code: 1,
      says: true,
    })
    await holder.rollback()
    expect((await prune(database)).code).toBe(0)
  })

  it('does not create a missing database file', async () => {
    const { code } = await run(['prune', '--url', 'file:./there-is-no-such-file.db'])
    expect(code).toBe(3)
    const { code: again } = await run([
      'migrate',
      '--plan',
      '--url',
      'file:./there-is-no-such-file.db',
    ])
    expect(again).toBe(2)
  })
})

describe('the prune command line', () => {
  it.each([
    [['--batch', '0'], '--batch: "0" is not a number of rows from 1 to 10000.'],
    [['--batch', 'many'], '--batch: "many"'],
    [['--pause=-1'], '--pause: "-1"'],
    [['--pause=99999999'], 'is not a number of milliseconds from 0 to 60000.'],
    [['--bacth', '5'], 'Did you mean --batch?'],
    [['--url', 'redis://localhost'], 'unknown scheme'],
  ])('is refused with the invalid values %j', async (options, says) => {
    const argv = options.includes('--url') ? options : [...options, '--url', 'file:./data.db']
    const { code, err } = await run(['prune', ...argv])
    expect(err).toContain(says)
    expect(code).toBe(1)
  })

  it('is described by --help', async () => {
    const { code, out } = await run(['prune', '--help'])
    expect(code).toBe(0)
    for (const text of ['--dry-run', '--batch ROWS', '--pause MILLISECONDS', 'Exit codes:']) {
      expect(out).toContain(text)
    }
  })
})

import { createHash } from 'node:crypto'
import { inPart } from '@latchstring/test-kit/in-part'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { BASE, createApp, STRATEGIES } from '@latchstring/test-kit/app'
import { ADA, passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { texts } from '@latchstring/test-kit/texts'
import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase } from '../test/databases.ts'
import { containing, run } from '../test/run.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

type Kind = (typeof DATABASES)[number]

const CONTROL = ['--session-control'] as const

/** Tables with sessions and devices of two people. */
async function open({ dialect, create }: Kind): Promise<TestDatabase> {
  const database = await create()
  cleanUps.push(() => database.drop())
  await run(['migrate', '--apply', '--yes', '--url', database.url, ...CONTROL])
  const future = {
    postgres: `now() + interval '1 hour'`,
    mysql: `utc_timestamp(3) + interval 1 hour`,
    sqlite: String(Date.now() + 3_600_000),
  }[dialect]
  const people = ["o''hara", 'ada']
  for (const id of people) {
    await database.query(`insert into users (id, email) values ('${id}', '${id}@example.com')`)
    await database.query(
      `insert into sessions (session_token, user_id, expires) values ('a ${id}', '${id}', ${future}), ('b ${id}', '${id}', ${future})`,
    )
    await database.query(
      `insert into auth_sessions_devices (user_id, session, session_id, created_at, last_seen_at, expires, provider_session, version) values ('${id}', 's', 'a ${id}', ${future}, ${future}, ${future}, 'p', 1)`,
    )
  }
  return database
}

const revoke = ({ url }: TestDatabase, ...options: readonly string[]) =>
  run(['revoke', '--url', url, ...options])

async function owners(database: TestDatabase, table: string): Promise<readonly unknown[]> {
  const rows = await database.query(`select user_id from ${table} order by user_id`)
  return rows.map((row) => row['user_id'])
}

async function entries(
  database: TestDatabase,
  { dialect }: Kind,
): Promise<readonly (readonly unknown[])[]> {
  const key = dialect === 'mysql' ? '`key`' : '"key"'
  const rows = await database.query(
    `select kind, ${key} as subject, generation, reason from revocations order by seq`,
  )
  return rows.map(({ kind, subject, generation, reason }) => [
    kind,
    subject,
    Number(generation),
    reason,
  ])
}

const parse = (text: string): unknown => JSON.parse(text)

it('revoke appends an ending again for as long as a session that spares itself has a later one meanwhile (REV-04)', async () => {
  const kind = DATABASES.find(({ dialect }) => dialect === 'sqlite')
  if (!kind) throw new TypeError('SQLite is not among the databases.')
  const database = await open(kind)
  await database.query(
    `create trigger spared after insert on revocations when new.kind = 'user' and new.reason = 'stolen' and (select count(*) from revocations where reason = 'spared') < 3 begin insert into revocations (kind, "key", generation, reason, at, expires) values ('user', new."key", new.generation + 1001, 'spared', new.at, new.expires); end`,
  )
  await revoke(database, '--user', 'ada', '--reason', 'stolen')
  const all = await entries(database, kind)
  const [, , first] = all[0] ?? []
  const found = all.map(([name, , generation, reason]) => [
    name,
    Number(generation) - Number(first),
    reason,
  ])
  expect(found.filter(([name]) => name === 'user')).toEqual([
    ['user', 0, 'stolen'],
    ['user', 1001, 'spared'],
    ['user', 1002, 'stolen'],
    ['user', 2003, 'spared'],
    ['user', 2004, 'stolen'],
    ['user', 3005, 'spared'],
    ['user', 3006, 'stolen'],
  ])
  // What such a session finds afterwards is never behind.
  const notices = found.filter(
    ([name, generation]) => name === 'session' && Number(generation) >= 0,
  )
  expect(notices.map(([, generation]) => generation)).toEqual([0, 1002, 2004, 3006])
})

describe.each(inPart(DATABASES, ({ dialect }) => dialect !== 'mysql'))(
  'revoke with $dialect',
  (kind) => {
    const { dialect } = kind

    it('appends an ending of a user and deletes the stored sessions and devices of no other user (REV-16)', async () => {
      const database = await open(kind)
      const before = Date.now()
      const { code, out, err } = await revoke(database, '--user', "o'hara", '--reason', 'stolen')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain('An ending for the user "o\'hara" appended, with the reason stolen')
      expect(out).toContain('sessions: 2 rows deleted.')
      expect(out).toContain('auth_sessions_devices: 1 row deleted.')
      const [notice, entry] = await entries(database, kind)
      expect(entry).toEqual(['user', "o'hara", expect.any(Number), 'stolen'])
      const [, , generation] = entry ?? []
      expect(generation).toBeGreaterThanOrEqual(before)
      expect(generation).toBeLessThan(Date.now() + 60_000)
      expect(Number(generation) % 2).toBe(0)
      // For a session that ends all others at the same time.
      const hash = createHash('sha256').update("o'hara").digest('base64url')
      expect(notice).toEqual(['session', `all:${hash}`, generation, 'stolen'])
      expect(await owners(database, 'sessions')).toEqual(['ada', 'ada'])
      expect(await owners(database, 'auth_sessions_devices')).toEqual(['ada'])
      expect(await database.query('select id from users')).toHaveLength(2)
    })

    it('appends a generation after the latest one, each time', async () => {
      const database = await open(kind)
      const high = 2 * Date.now()
      const key = dialect === 'mysql' ? '`key`' : '"key"'
      const time = dialect === 'sqlite' ? '0' : "'2031-01-01 00:00:00'"
      await database.query(
        `insert into revocations (kind, ${key}, generation, reason, at, expires) values ('user', 'ada', ${high}, 'x', ${time}, ${time}), ('session', 'ada', ${high + 7}, 'x', ${time}, ${time})`,
      )
      await revoke(database, '--user', 'ada')
      const { out } = await revoke(database, '--user', 'ada', '--json')
      // What the command writes: kept until its generation is over, with a day for clocks that differ on either side.
      const { ending } = parse(out) as { readonly ending: { readonly expires: string } }
      expect(Date.parse(ending.expires)).toBe(high + 4 + 2 * 86_400_000)
      const found = await entries(database, kind)
      const ofUser = found.slice(2).filter(([name]) => name === 'user')
      expect(ofUser).toEqual([
        ['user', 'ada', high + 2, 'admin'],
        ['user', 'ada', high + 4, 'admin'],
      ])
    })

    it('appends why to each stored session that it ends, and to no other (REV-14)', async () => {
      const database = await open(kind)
      await revoke(database, '--user', "o'hara", '--dry-run')
      expect(await entries(database, kind)).toEqual([])
      await revoke(database, '--user', "o'hara", '--reason', 'stolen')
      const ofSessions = async () =>
        (await entries(database, kind))
          .filter(([name, , generation]) => name === 'session' && generation === 0)
          .map((entry) => entry.join(' '))
          .toSorted()
      const mine = ["session a o'hara 0 stolen", "session b o'hara 0 stolen"]
      expect(await ofSessions()).toEqual(mine)
      await revoke(database, '--all', '--yes')
      const others = ['session a ada 0 admin', 'session b ada 0 admin']
      expect(await ofSessions()).toEqual([...mine, ...others].toSorted())
    })

    it('keeps no entry for a stored session longer than that would have lasted, but for the one of everybody (REV-18)', async () => {
      const database = await open(kind)
      await revoke(database, '--all', '--yes')
      // The sessions end in an hour.
      const later = {
        postgres: `now() + interval '2 hours'`,
        mysql: `utc_timestamp(3) + interval 2 hour`,
        sqlite: String(Date.now() + 7_200_000),
      }[dialect]
      const kept = await database.query(`select kind from revocations where expires > ${later}`)
      expect(kept.map((row) => row['kind'])).toEqual(['all'])
      expect(await entries(database, kind)).toHaveLength(5)
    })

    it.each(STRATEGIES)(
      'has the sign-in page of an application say why, with the strategy %s; it emits no event (REV-14 REV-17)',
      async (strategy) => {
        const database = await kind.create()
        cleanUps.push(() => database.drop())
        const adapter = openSqlAdapter(database.url, { sessionControl: true })
        cleanUps.push(() => adapter.close())
        await adapter.migrate()
        await storePeople(adapter, new Date(0))
        const heard: unknown[] = []
        const config = {
          providers: [passwords()],
          adapter,
          session: { strategy, devices: true, revocation: strategy === 'jwt' },
          events: { sessionEnded: (ended: unknown) => void heard.push(ended) },
        }
        for (const [target, reason, sentence] of [
          [['--user', ADA.id], 'admin', texts.ended.admin],
          [['--all', '--yes'], 'secret-leak', texts.ended['secret-leak']],
          [['--user', ADA.id], 'stolen-laptop', texts.ended.other],
        ] as const) {
          const app = createApp(config)
          const browser = await signInWithPassword(app.openBrowser())
          expect(await readSession(browser)).not.toBeNull()
          const { out } = await revoke(database, ...target, '--reason', reason)
          expect(out).toContain('No application emits the event sessionEnded')
          const page = await (await browser.open(`${BASE}/signin`)).text()
          expect(page).toContain(sentence)
          expect(await readSession(browser)).toBeNull()
          expect(await (await browser.open(`${BASE}/signin`)).text()).not.toContain(sentence)
          expect(heard).toEqual([])
        }
      },
    )

    it('takes an id for nothing but text', async () => {
      const database = await open(kind)
      for (const id of ["x' or '1'='1", "\\' or 1=1 -- ", 'a"b`c', 'Zoë 🦉']) {
        const { code, out } = await revoke(database, '--user', id)
        expect({ code, says: out.includes('There is no such user now.') }).toEqual({
          code: 0,
          says: true,
        })
        expect((await entries(database, kind)).at(-1)?.[1]).toBe(id)
      }
      expect(await owners(database, 'sessions')).toHaveLength(4)
    })

    it('ends the sessions of everybody with --all, and asks before (REV-16)', async () => {
      const database = await open(kind)
      const silent = await revoke(database, '--all')
      expect({ code: silent.code, err: silent.err }).toEqual({
        code: 1,
        err: containing('Pass --yes to sign everybody out.'),
      })
      const typed = (text: string) =>
        run(['revoke', '--all', '--url', database.url], { typed: () => `${text}\n` })
      expect((await typed('n')).code).toBe(1)
      expect(await entries(database, kind)).toEqual([])
      expect(await owners(database, 'sessions')).toHaveLength(4)
      expect((await typed('y')).code).toBe(0)
      const { code, out } = await revoke(
        database,
        '--all',
        '--reason',
        'secret-leak',
        '--yes',
        '--json',
      )
      expect({ code, written: parse(out) }).toMatchObject({
        code: 0,
        written: {
          dialect,
          dryRun: false,
          ending: { kind: 'all', key: '*', reason: 'secret-leak' },
          tables: [
            { table: 'sessions', rows: 0 },
            { table: 'auth_sessions_devices', rows: 0 },
          ],
        },
      })
      const all = await entries(database, kind)
      const found = all.filter(([name]) => name === 'all')
      expect(found.map(([name, key]) => [name, key])).toEqual([
        ['all', '*'],
        ['all', '*'],
      ])
      expect(Number(found[1]?.[2])).toBeGreaterThan(Number(found[0]?.[2]))
      expect(await owners(database, 'auth_sessions_devices')).toEqual([])
      expect(await database.query('select id from users')).toHaveLength(2)
    })

    it('counts and ends nothing with --dry-run', async () => {
      const database = await open(kind)
      const { code, out } = await revoke(database, '--all', '--dry-run')
      expect({ code, says: out.includes('sessions: 4 rows would be deleted.') }).toEqual({
        code: 2,
        says: true,
      })
      expect(await entries(database, kind)).toEqual([])
      expect(await owners(database, 'sessions')).toHaveLength(4)
    })

    it('keeps an entry for the days of --days, which are more than a session may last (REV-18)', async () => {
      const database = await open(kind)
      const { out } = await revoke(database, '--user', 'ada', '--days', '500', '--json')
      // What the command writes.
      const { ending } = parse(out) as { readonly ending: { readonly [name: string]: string } }
      const lasts = Date.parse(ending['expires'] ?? '') - Date.parse(ending['at'] ?? '')
      // Applications forget it a day before.
      expect(lasts).toBe(501 * 86_400_000)
      const pruned = await run(['prune', '--url', database.url, ...CONTROL])
      expect(pruned.out).toContain('revocations: 0 rows deleted')
    })

    it('appends nothing where the entry would expire before the sessions that it ends (REV-18)', async () => {
      const database = await open(kind)
      const { code, err } = await revoke(database, '--user', 'ada', '--days', '1')
      expect({ code, err }).toEqual({ code: 1, err: containing('--days: 1 is too few') })
      expect(await entries(database, kind)).toEqual([])
      expect(await owners(database, 'sessions')).toHaveLength(4)
    })

    it('refuses a database without a table of endings, and changes nothing there', async () => {
      const database = await kind.create()
      cleanUps.push(() => database.drop())
      await run(['migrate', '--apply', '--yes', '--url', database.url])
      const { code, err } = await revoke(database, '--all', '--yes')
      expect({ code, err }).toEqual({
        code: 3,
        err: containing('latchstring migrate --plan --session-control'),
      })
    })

    it('uses tables of other names', async () => {
      const database = await kind.create()
      cleanUps.push(() => database.drop())
      const names = ['--names', 'next-auth', '--tables', 'revocations=endings']
      await run(['migrate', '--apply', '--yes', '--url', database.url, ...names, ...CONTROL])
      expect((await revoke(database, '--user', '5', ...names)).code).toBe(0)
      expect(await database.query('select kind from endings')).toEqual([
        { kind: 'session' },
        { kind: 'user' },
      ])
    })
  },
)

describe('the command line of revoke', () => {
  it.each([
    [[], 'Pass either --all or --user ID.'],
    [['--all', '--user', 'ada'], 'Pass either --all or --user ID.'],
    [['--user', 'x'.repeat(256)], '--user: an id has at most 255 characters.'],
    [['--all', '--reason', 'two words'], '--reason: "two words" is not a word'],
    [['--all', '--reason', 'x'.repeat(65)], 'with at most 64 characters'],
    [['--all', '--days', '0'], '--days: "0" is not a number of days from 1 to 99999.'],
    [['--al'], 'Did you mean --all?'],
  ])('is refused where it cannot be meant: %j', async (options, says) => {
    const { code, err } = await run(['revoke', ...options, '--url', 'file:./data.db'])
    expect(err).toContain(says)
    expect(code).toBe(1)
  })

  it.each(['1h', '24h', '1.5', '366d', '-1', '1e3', '', ' 400'])(
    'is refused with --days %j, which is not a number of days',
    async (days) => {
      const { code, err } = await run(['revoke', '--all', `--days=${days}`, '--url', 'file:./x.db'])
      expect({ code, err }).toEqual({ code: 1, err: containing('--days') })
    },
  )

  it.each(['--hours', '--seconds', '--minutes'])(
    'is refused with %s, so that no other unit keeps an entry for less',
    async (unit) => {
      const { code, err } = await run(['revoke', '--all', unit, '9999', '--url', 'file:./x.db'])
      expect({ code, err }).toEqual({ code: 1, err: containing(unit) })
    },
  )

  it('is explained by --help', async () => {
    const { code, out } = await run(['revoke', '--help'])
    expect(code).toBe(0)
    for (const text of ['--all', '--user ID', '--reason WORD', '--dry-run', 'Exit codes:']) {
      expect(out).toContain(text)
    }
  })
})

/** The application in which the program runs, by its files. */
async function inApplication(
  files: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<{ readonly days: number | undefined; readonly err: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-revoke-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const url = `file:${join(folder, 'data.db')}`
  await run(['migrate', '--apply', '--yes', '--url', url, ...CONTROL])
  const { code, out, err } = await run(
    ['revoke', '--all', '--yes', '--json', '--url', url, ...options],
    { folder },
  )
  if (code !== 0) return { days: undefined, err }
  // What the command writes.
  const { ending } = parse(out) as { readonly ending: { readonly [name: string]: string } }
  const lasts = Date.parse(ending['expires'] ?? '') - Date.parse(ending['at'] ?? '')
  // Generations are even, so that it may be a millisecond more.
  return { days: Math.floor(lasts / 86_400_000) - 1, err }
}

const MANIFEST = { 'package.json': '{}' }

/** A module that calls the library with options. */
const configuration = (options: string): string =>
  `import { createAuth } from '@latchstring/core'
   import { openSqlAdapter } from '@latchstring/adapter-sql'
   const HOURS = 60 * 60
   export const auth = createAuth(${options})`

const ADAPTER = "providers: [], adapter: openSqlAdapter('file:./data.db')"

describe('How long revoke keeps an entry', () => {
  it.each([
    ['a number', `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 172800 } }`, 3],
    [
      'a product',
      `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 7 * 24 * HOURS } }`,
      8,
    ],
    ['part of a day', `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 90000 } }`, 3],
    ['years', `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 63072000 } }`, 731],
  ])(
    'is at least a day longer than session.absoluteMaxAge that the configuration says as %s (REV-18)',
    async (_, options, least) => {
      const files = { ...MANIFEST, 'auth.ts': configuration(options) }
      expect((await inApplication(files, '--days', String(least))).days).toBe(least)
      const { days, err } = await inApplication(files, '--days', String(least - 1))
      expect(days).toBeUndefined()
      expect(err).toContain(
        `session.absoluteMaxAge in auth.ts), and one that outlives its ending would be accepted again. Pass at least ${least}`,
      )
    },
  )

  it.each([
    [
      'an entry of Nuxt',
      "import Latchstring from '@latchstring/nuxt/server'",
      'Latchstring(CONFIG)',
    ],
    ['an entry of h3', "import Latchstring from '@latchstring/h3/v1'", 'Latchstring(CONFIG)'],
    ['Astro', "import { defineAuth } from '@latchstring/astro/server'", 'defineAuth(CONFIG)'],
    ['a namespace', "import * as core from '@latchstring/core'", 'core.createAuth(CONFIG)'],
    ['CommonJS', "const { createAuth } = require('@latchstring/core')", 'createAuth(CONFIG)'],
    [
      'the default export in CommonJS',
      "const Latchstring = require('@latchstring/express').default",
      'Latchstring(CONFIG)',
    ],
    [
      'the functions for frameworks',
      "import { createFrameworkAuth } from '@latchstring/core/framework'",
      'createFrameworkAuth(CONFIG, {})',
    ],
    [
      'a module of NestJS, by a namespace',
      "import * as nest from '@latchstring/nestjs'",
      'nest.LatchstringModule.forRoot(CONFIG)',
    ],
  ])('is read where the configuration is given to %s (REV-18)', async (_, imports, call) => {
    const config = `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 63072000 } }`
    const text = `${imports}
import { openSqlAdapter } from '@latchstring/adapter-sql'
export const made = ${call.replace('CONFIG', config)}
`
    const { days, err } = await inApplication({ ...MANIFEST, 'auth.ts': text }, '--days', '400')
    expect({ days, err }).toEqual({ days: undefined, err: containing('Pass at least 731') })
  })

  it('counts a module of NestJS that a factory configures beside another configuration (REV-18)', async () => {
    const files = {
      ...MANIFEST,
      'auth.ts': configuration(
        `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 3600 } }`,
      ),
      'app.ts': `import { LatchstringModule } from '@latchstring/nestjs'
export const made = LatchstringModule.forRootAsync({ useFactory: () => ({ providers: [] }) })
`,
    }
    const { days, err } = await inApplication(files, '--days', '3')
    expect({ days, err }).toEqual({ days: undefined, err: containing('Pass at least 366') })
  })

  it('is as long as the sessions of an application may last, without --days (REV-18)', async () => {
    const lasting = (seconds: number) => ({
      ...MANIFEST,
      'auth.ts': configuration(
        `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: ${seconds} } }`,
      ),
    })
    expect((await inApplication(lasting(63_072_000))).days).toBe(731)
    expect((await inApplication(lasting(86_400))).days).toBe(400)
    expect((await inApplication({})).days).toBe(400)
  })

  it.each([
    [
      'session.strategy is "database"',
      `{ ${ADAPTER}, session: { strategy: 'database', absoluteMaxAge: 63072000 } }`,
    ],
    ['there is an adapter and no session.strategy', `{ ${ADAPTER} }`],
  ])('may be a day where %s, since deleted rows do not come back', async (_, options) => {
    const files = { ...MANIFEST, 'auth.ts': configuration(options) }
    expect((await inApplication(files, '--days', '1')).days).toBe(1)
  })

  it.each([
    ['no application is in the folder', {}],
    ['no configuration is in the folder', MANIFEST],
    [
      'the configuration is a function',
      {
        ...MANIFEST,
        'auth.ts': configuration(
          `() => ({ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 3600 } })`,
        ),
      },
    ],
    [
      'it does not set session.absoluteMaxAge',
      {
        ...MANIFEST,
        'auth.ts': configuration(`{ ${ADAPTER}, session: { strategy: 'jwt', maxAge: 3600 } }`),
      },
    ],
    [
      'it has no adapter',
      { ...MANIFEST, 'auth.ts': configuration('{ providers: [], session: {} }') },
    ],
    [
      'the adapter is one only in some environments',
      {
        ...MANIFEST,
        'auth.ts': configuration(
          "{ providers: [], adapter: process.env.DB ? openSqlAdapter('file:./data.db') : undefined }",
        ),
      },
    ],
    [
      'the lifetime is read from the environment',
      {
        ...MANIFEST,
        'auth.ts': configuration(
          `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: Number(process.env.AGE) } }`,
        ),
      },
    ],
    [
      'the strategy is read from the environment',
      {
        ...MANIFEST,
        'auth.ts': configuration(`{ ${ADAPTER}, session: { strategy: process.env.STRATEGY } }`),
      },
    ],
    [
      'options come from elsewhere',
      {
        ...MANIFEST,
        'auth.ts': configuration(
          `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 3600 }, ...shared }`,
        ),
      },
    ],
    [
      'options of sessions come from elsewhere',
      {
        ...MANIFEST,
        'auth.ts': configuration(
          `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 3600, ...shared } }`,
        ),
      },
    ],
    [
      'another call of the library says longer',
      {
        ...MANIFEST,
        'auth.ts': configuration(
          `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 3600 } }`,
        ),
        'proxy.ts': configuration("{ providers: [], session: { strategy: 'jwt' } }"),
      },
    ],
    [
      'a module cannot be read',
      {
        ...MANIFEST,
        'auth.ts': configuration(
          `{ ${ADAPTER}, session: { strategy: 'jwt', absoluteMaxAge: 3600 } }`,
        ),
        'proxy.ts': "import { createAuth } from '@latchstring/core'; createAuth({",
      },
    ],
  ])('is 366 days at least where %s (REV-18)', async (_, files) => {
    const { days, err } = await inApplication(files, '--days', '365')
    expect(days).toBeUndefined()
    expect(err).toContain('--days: 365 is too few: a session may last 31536000 seconds')
    expect(err).toContain('Pass at least 366')
    expect((await inApplication(files, '--days', '366')).days).toBe(366)
  })
})

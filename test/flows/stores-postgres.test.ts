import { openSqlAdapter, type OpenSqlAdapter } from '@latchstring/adapter-sql'
import { startInbox } from '@latchstring/test-inbox'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { ADDRESS, askForMail } from '@latchstring/test-kit/mail-app'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { copyCookies, signInWithPassword, passwords, PEOPLE } from '@latchstring/test-kit/people'
import {
  createPostgresDatabase,
  type PostgresDatabase,
} from '@latchstring/test-kit/postgres-database'
import { expectSignedIn, readLocation, readSession, signOut } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const COOKIE = '__Host-latchstring.session-token'
const INSTANCES = 4

let own: PostgresDatabase
let database: Client
let url: string
let adapters: readonly OpenSqlAdapter[]
const inbox = forAllTests(startInbox)
let clock: TestClock

beforeAll(async () => {
  own = await createPostgresDatabase()
  url = own.url
  adapters = Array.from({ length: INSTANCES }, () =>
    openSqlAdapter(url, { poolSize: 4, records: true }),
  )
  await adapters[0]?.migrate()
  database = new Client({ connectionString: url })
  await database.connect()
})

afterAll(async () => {
  await database.end()
  await Promise.all(adapters.map((adapter) => adapter.close()))
  await own.drop()
})

beforeEach(async () => {
  inbox.clear()
  await database.query('truncate users, accounts, sessions, verification_tokens cascade')
  for (const user of Object.values(PEOPLE)) {
    await adapters[0]?.createUser({ ...user, emailVerified: null })
  }
  clock = startClock()
})

async function count(table: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(rows[0]?.count)
}

/** Instances of one application that share nothing but the database. */
function instances(): readonly App[] {
  const mail = Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'app@app.example' })
  return adapters.map((adapter) =>
    createApp(
      { providers: [passwords(), mail], adapter, session: { strategy: 'database' } },
      { clock: clock.now },
    ),
  )
}

/** 32 browsers with the same cookies, spread over the instances. */
function crowd(browser: Browser): readonly Browser[] {
  const apps = instances()
  return Array.from({ length: 32 }, (_, index) => {
    const app = apps[index % INSTANCES]
    if (!app) throw new Error('There is an instance for every index.')
    return copyCookies(browser, app.openBrowser())
  })
}

function oneOf(apps: readonly App[]): App {
  const [app] = apps
  if (!app) throw new Error('There is at least one instance.')
  return app
}

describe('Four instances over one PostgreSQL database', () => {
  test('SES-08 extend a session once for 32 simultaneous requests, with equal responses', async () => {
    const browser = await signInWithPassword(oneOf(instances()).openBrowser())
    clock.advance(DAY)
    const end = new Date(clock.now() + 30 * DAY * 1000).toISOString()
    const sessions = await Promise.all(crowd(browser).map((each) => readSession(each)))
    expect(new Set(sessions.map((session) => session?.expires))).toEqual(new Set([end]))
    const { rows } = await database.query<{ expires: Date }>('select expires from sessions')
    expect(rows).toHaveLength(1)
  })

  test('LGO-07 end a session at all of them by a sign-out at one', async () => {
    const browser = await signInWithPassword(oneOf(instances()).openBrowser())
    const others = crowd(browser)
    await signOut(browser)
    expect(await Promise.all(others.map((each) => readSession(each)))).toEqual(
      others.map(() => null),
    )
    expect(await count('sessions')).toBe(0)
  })

  test('MAG-03 LNK-04 create one user and one session for 32 clicks on a link', async () => {
    const browser = oneOf(instances()).openBrowser()
    await askForMail(browser)
    const { link = '' } = await inbox.waitFor(ADDRESS)
    await database.query('delete from users')
    const clicks = await Promise.all(crowd(browser).map((each) => each.open(link)))
    const paths = clicks.map((response) => readLocation(response).pathname)
    expect(paths.toSorted()).toEqual([
      ...Array.from({ length: 31 }, () => '/auth/error'),
      '/inside',
    ])
    expect([await count('users'), await count('sessions')]).toEqual([1, 1])
  })

  test('ALT-04 MAG-03 compare five of many simultaneous wrong codes, and refuse the right one afterwards', async () => {
    const browser = oneOf(instances()).openBrowser()
    await askForMail(browser)
    const { code = '' } = await inbox.waitFor(ADDRESS)
    const wrong = (code.startsWith('A') ? 'B' : 'A') + code.slice(1)
    const csrfToken = await browser.csrf(BASE)
    const type = (each: Browser, typed: string): Promise<Response> =>
      each.submit(`${BASE}/callback/mail`, { csrfToken, code: typed })
    let more = 0
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all(crowd(browser).map((each) => type(each, wrong)))
      const paths = answers.map((one) => readLocation(one).pathname)
      more += paths.filter((path) => path === '/auth/verify-request').length
    }
    // Four responses said that an attempt was left, and the fifth that there was none.
    expect(more).toBe(4)
    const late = await type(copyCookies(browser, oneOf(instances()).openBrowser()), code)
    expect(readLocation(late).searchParams.get('error')).toBe('Verification')
    expect(await count('sessions')).toBe(0)
  })

  test('LNK-04 give each of concurrent sign-ins of one person a session', async () => {
    const apps = instances()
    const browsers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        signInWithPassword(oneOf(apps.slice(index % INSTANCES)).openBrowser()),
      ),
    )
    const tokens = browsers.map((each) => each.cookies.get(COOKIE))
    expect(new Set(tokens).size).toBe(16)
    expect(await count('sessions')).toBe(16)
  })
})

test('REL-03 Connections closed by PostgreSQL are opened again, and sessions are kept', async () => {
  const app = oneOf(instances())
  const browser = await signInWithPassword(app.openBrowser())
  const cookie = browser.cookies.get(COOKIE)
  await database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [new URL(url).pathname.slice(1)],
  )
  // The pool may have learned of none, some or all of the closed connections: each of its ten can fail one request.
  let status = 503
  for (let attempt = 0; attempt <= 10 && status === 503; attempt++) {
    ;({ status } = await browser.open(`${BASE}/session`))
  }
  expect(status).toBe(200)
  expect(browser.cookies.get(COOKIE)).toBe(cookie)
  expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
})

test('REL-03 REL-05 An unreachable PostgreSQL server causes 503, and the session works once it is back', async () => {
  const browser = await signInWithPassword(oneOf(instances()).openBrowser())
  const nowhere = new URL(url)
  nowhere.port = String(inbox.smtpPort)
  const gone = openSqlAdapter(nowhere.href, { timeout: 2_000 })
  try {
    const session = { strategy: 'database' } as const
    const app = createApp(
      { providers: [passwords()], adapter: gone, session },
      { clock: clock.now },
    )
    const stranded = copyCookies(browser, app.openBrowser())
    const response = await stranded.open(`${BASE}/session`)
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(JSON.stringify(app.errors.map(({ message }) => message))).not.toContain(
      nowhere.password || '\0',
    )
    const back = copyCookies(stranded, oneOf(instances()).openBrowser())
    expect((await readSession(back))?.user?.name).toBe(PEOPLE.ada.name)
  } finally {
    await gone.close()
  }
})

test('A sign-in by mail works with the request at one instance and the link at another', async () => {
  const [one, , , four] = instances()
  if (!one || !four) throw new Error('There are four instances.')
  const browser = one.openBrowser()
  await askForMail(browser)
  const { link = '' } = await inbox.waitFor(ADDRESS)
  expectSignedIn(await copyCookies(browser, four.openBrowser()).open(link))
})

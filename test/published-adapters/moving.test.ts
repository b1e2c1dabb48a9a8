import { drizzleAdapter } from '@latchstring/adapter-drizzle'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { Adapter } from '@latchstring/core/adapters'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { startInbox } from '@latchstring/test-inbox'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, createApp } from '@latchstring/test-kit/app'
import { oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { plantCookie } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  sessionCookies,
  readSession,
  signInWith,
  signOut,
} from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { schema } from './src/drizzle-tables.ts'
import { createDrizzleDatabase, openDrizzle } from './stores/drizzle.ts'
import { createPgDatabase, openPg } from './stores/pg.ts'
import type { Database } from './stores/postgres.ts'
import type { Contents, OpenStore, Row } from './stores/store.ts'

/** Ours, over the tables of another. */
interface Opened {
  readonly adapter: Adapter
  close(): Promise<void>
}

interface Move {
  readonly from: string
  readonly to: string
  create(): Promise<Database>
  openTheirs(database: Database): OpenStore
  openOurs(database: Database): Promise<Opened>
}

const MOVES: readonly Move[] = [
  {
    from: '@auth/pg-adapter',
    to: '@latchstring/adapter-sql',
    create: createPgDatabase,
    openTheirs: openPg,
    openOurs({ url }) {
      const adapter = openSqlAdapter(url, { names: 'next-auth', ids: 'integer' })
      return Promise.resolve({ adapter, close: () => adapter.close() })
    },
  },
  {
    from: '@auth/drizzle-adapter',
    to: '@latchstring/adapter-drizzle',
    create: createDrizzleDatabase,
    openTheirs: openDrizzle,
    openOurs({ url }) {
      const pool = new Pool({ connectionString: url })
      return Promise.resolve({
        adapter: drizzleAdapter(drizzle(pool), { schema }),
        close: () => pool.end(),
      })
    },
  },
]

/** How the cookie of the other library is called on https. */
const THEIR_COOKIE = '__Secure-authjs.session-token'

const RAW_TOKEN = '3d4f0a52-7d3a-4f51-9a55-2f0d3a1f7c10'

const idp = forAllTests(startIdp)
const inbox = forAllTests(startInbox)

/** What an application has after a while: users of a provider, one of mails, and a browser with a session. */
async function live({ adapter }: OpenStore, expires: Date): Promise<void> {
  for (const [login, sub] of [
    ['ada', 'ada-1815'],
    ['grace', 'grace-1906'],
  ]) {
    const user = await adapter.createUser?.({
      id: crypto.randomUUID(),
      name: `${login} of old`,
      email: `${login}@harbour.example`,
      emailVerified: null,
      image: null,
    })
    const userId = user?.id ?? ''
    await adapter.linkAccount?.({
      userId,
      type: 'oidc',
      provider: 'harbour',
      providerAccountId: sub ?? '',
      access_token: `token of ${login}`,
      expires_at: 1_700_000_000,
      token_type: 'bearer',
      scope: 'openid profile email',
    })
    if (login === 'ada') {
      await adapter.createSession?.({ sessionToken: RAW_TOKEN, userId, expires })
    }
  }
  await adapter.createUser?.({
    id: crypto.randomUUID(),
    email: 'mary@example.com',
    emailVerified: new Date('2024-05-06T07:08:09.123Z'),
  })
}

/** Rows in an order of their own. */
function sortedTexts(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

describe.each(MOVES)('Moving from $from to $to', (move) => {
  let database: Database
  let theirs: OpenStore
  let ours: Opened
  let before: Contents
  let clock: TestClock
  let app: App

  beforeAll(async () => {
    database = await move.create()
    theirs = move.openTheirs(database)
    ours = await move.openOurs(database)
  })

  beforeEach(async () => {
    inbox.clear()
    await theirs.clear()
    // The provider dates its tokens by the clock of the machine.
    clock = startClock(Math.floor(Date.now() / 1000) * 1000)
    await live(theirs, new Date(clock.now() + 20 * DAY * 1000))
    before = await theirs.look()
    const mail = Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'app@app.example' })
    app = createApp(
      {
        providers: [oidcProvider(idp), mail],
        adapter: ours.adapter,
        migrate: { from: 'next-auth', until: '2100-01-01' },
      },
      { clock: clock.now },
    )
  })

  afterAll(async () => {
    await ours.close()
    await theirs.close()
  })

  const idOf = (email: string): unknown =>
    before.users.find((user) => user['email'] === email)?.['id']

  test('changes no row', async () => {
    await ours.adapter.getUser?.(String(idOf('ada@harbour.example')))
    const after = await theirs.look()
    expect(before.users).toHaveLength(3)
    for (const kind of ['users', 'accounts', 'sessions'] as const) {
      expect(sortedTexts(after[kind])).toEqual(sortedTexts(before[kind]))
    }
  })

  test.each(['ada', 'grace'])('lets %s sign in as the existing user', async (login) => {
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', login))
    expect((await readSession(browser))?.user?.name).toBe(`${login} of old`)
    const { users, accounts, sessions } = await theirs.look()
    expect(sortedTexts(users)).toEqual(sortedTexts(before.users))
    expect(sortedTexts(accounts)).toEqual(sortedTexts(before.accounts))
    expect(sessions.map(({ userId }) => userId)).toContainEqual(idOf(`${login}@harbour.example`))
  })

  test('lets a mail sign in the existing user', async () => {
    const browser = app.openBrowser()
    await askForMail(browser, 'mary@example.com')
    const { link = '' } = await inbox.waitFor('mary@example.com')
    expectSignedIn(await browser.open(link))
    expect((await readSession(browser))?.user?.email).toBe('mary@example.com')
    const { users, sessions } = await theirs.look()
    expect(users).toHaveLength(3)
    expect(sessions.map(({ userId }) => userId)).toContainEqual(idOf('mary@example.com'))
  })

  test('keeps a browser signed in, and replaces its cookie by that of this library', async () => {
    const browser = app.openBrowser()
    plantCookie(browser, THEIR_COOKIE, RAW_TOKEN)
    expect((await readSession(browser))?.user?.name).toBe('ada of old')
    expect(sessionCookies(browser)).toEqual(['__Host-latchstring.session-token'])
    expect((await readSession(browser))?.user?.name).toBe('ada of old')
    // It is extended like any other.
    clock.advance(15 * DAY)
    const expires = new Date(clock.now() + 30 * DAY * 1000).toISOString()
    expect((await readSession(browser))?.expires).toBe(expires)
    expect((await theirs.look()).sessions).toHaveLength(1)
  })

  test('lets signing out end a session from before the move', async () => {
    const browser = app.openBrowser()
    plantCookie(browser, THEIR_COOKIE, RAW_TOKEN)
    await signOut(browser)
    expect(await readSession(browser)).toBeNull()
    expect((await theirs.look()).sessions).toEqual([])
  })

  test('creates a new user for a new person beside the existing ones', async () => {
    const browser = app.openBrowser()
    expectSignedIn(await signInWith(browser, 'harbour', 'newcomer'))
    const { users, accounts } = await theirs.look()
    expect([users.length, accounts.length]).toEqual([4, 3])
    expect(sortedTexts(users)).toEqual(expect.arrayContaining([...sortedTexts(before.users)]))
    // The adapter of before finds whom ours has made.
    const [fresh] = accounts.filter(({ userId }) => !before.users.some(({ id }) => id === userId))
    const found = await theirs.adapter.getUserByAccount?.({
      provider: 'harbour',
      providerAccountId: String(fresh?.['providerAccountId']),
    })
    expect(found?.id).toEqual(fresh?.['userId'])
    expect(app.errors).toEqual([])
  })
})

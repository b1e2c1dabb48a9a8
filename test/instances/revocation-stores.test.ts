import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  copyCookies,
  type Person,
  PEOPLE,
  passwords,
  PASSWORD,
  signInWithPassword,
  storePeople,
} from '@latchstring/test-kit/people'
import { readSession, sessionCookies } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDynamodb, startFakeMongodb, startFiles } from './src/stores/in-process.ts'
import { type LivingStore, strangers } from './src/stores/living-store.ts'
import { startDumped, startReplicated, startSnapshotted } from './src/stores/servers.ts'

const WINDOW = 30
const GRACE = 300

/** With a feed of endings, so that sealed sessions can be ended as well. */
const WITH_FEED: readonly (readonly [string, () => Promise<LivingStore>])[] = [
  ['PostgreSQL', startReplicated],
  ['MariaDB', startDumped],
  ['Redis', startSnapshotted],
  ['DynamoDB (dynalite)', startDynamodb],
  ['MongoDB (FAKE server)', startFakeMongodb],
]

const CELLS = [
  ...WITH_FEED.flatMap(([name, start]) =>
    (['jwt', 'database'] as const).map((strategy) => ({ name, start, strategy })),
  ),
  { name: 'unstorage (files, one process)', start: startFiles, strategy: 'database' as const },
]

type Ended = 'at once' | 'within the window'

describe.each(CELLS)('Over $name, with the strategy $strategy,', ({ start, strategy }) => {
  const clock: TestClock = startClock(Date.now())
  let store: LivingStore
  let first: Adapter

  beforeAll(async () => {
    store = await start()
    first = await store.open()
    await storePeople(first, new Date(0))
  })
  afterAll(async () => store.close())

  /** A process of the application, over connections of its own. */
  async function startProcess(config: Partial<AuthConfig> = {}): Promise<App> {
    const adapter = await store.open()
    const { session, ...rest } = config
    return createApp(
      {
        // The store gives ids of its own.
        providers: [
          passwords({
            authorize: async ({ username, password }) =>
              password === PASSWORD && (username === 'ada' || username === 'grace')
                ? ((await first.getUserByEmail?.(PEOPLE[username].email)) ?? null)
                : null,
          }),
        ],
        adapter,
        limits: false,
        logger: { warn: () => undefined, error: () => undefined },
        session: {
          strategy,
          ...(strategy === 'jwt' && { revocation: { window: WINDOW } }),
          ...session,
        },
        ...rest,
      },
      { env: ENV, clock: clock.now },
    )
  }

  const startTwo = async (): Promise<readonly [App, App]> => [
    await startProcess(),
    await startProcess(),
  ]

  const signIn = async (app: App, who: Person = 'ada'): Promise<Browser> =>
    signInWithPassword(app.openBrowser(), who)

  async function signOut(browser: Browser, fields: Readonly<Record<string, string>> = {}) {
    const csrfToken = await browser.csrf(BASE)
    return browser.submit(`${BASE}/signout`, { csrfToken, callbackUrl: '/', ...fields })
  }

  /** Whether a copy of the cookies of a browser is a session at a process. */
  const isOpen = async (app: App, from: Browser): Promise<boolean> =>
    (await readSession(copyCookies(from, app.openBrowser()))) !== null

  const headersOf = (browser: Browser): Headers =>
    new Headers({
      cookie: browser
        .stored()
        .map((one) => `${one.name}=${one.value}`)
        .join('; '),
    })

  /** Lets the time pass in which another process may still take an ended session. */
  const wait = (ended: Ended = strategy === 'jwt' ? 'within the window' : 'at once'): void =>
    ended === 'at once' ? undefined : clock.advance(WINDOW)

  test('REV-01 a copied cookie is refused at every entry point after the sign-out: at once where that was, and elsewhere within the window', async () => {
    const [here, there] = await startTwo()
    const browser = await signIn(here)
    const other = await signIn(here)
    const copy = copyCookies(browser, here.openBrowser())
    expect(await isOpen(there, copy)).toBe(true)
    expect((await signOut(browser)).status).toBe(302)
    expect(await isOpen(here, copy)).toBe(false)
    wait()
    const headers = headersOf(copy)
    const request = new Request(`${BASE}/../page`, { headers })
    const source = { headers, request }
    for (const app of [here, there]) {
      expect((await app.auth.session(source)).session).toBeNull()
      expect((await app.auth.update(source)).session).toBeNull()
      expect((await app.auth.authorize(request)).session).toBeNull()
      expect(await app.auth.scope(source).auth()).toBeNull()
      expect(await isOpen(app, copy)).toBe(false)
      expect(await isOpen(app, other)).toBe(true)
    }
  })

  test('REV-04 REV-05 a sign-out everywhere ends all sessions of the user, none of another one, and none that is opened in the same millisecond afterwards', async () => {
    const [here, there] = await startTwo()
    const ended = await Promise.all([here, there, here, there].map(async (app) => signIn(app)))
    const grace = await signIn(there, 'grace')
    const [asking = grace] = ended
    const copies = ended.map((browser) => copyCookies(browser, here.openBrowser()))
    expect((await signOut(asking, { everywhere: 'true' })).status).toBe(302)
    const later = await signIn(there)
    wait()
    for (const app of [here, there]) {
      for (const copy of copies) expect(await isOpen(app, copy)).toBe(false)
      expect(await isOpen(app, later)).toBe(true)
      expect(await isOpen(app, grace)).toBe(true)
    }
  })

  test('REV-04 a sign-in during a sign-out everywhere is there for all processes afterwards, or for none', async () => {
    const [here, there] = await startTwo()
    for (let round = 0; round < 5; round += 1) {
      const asking = await signIn(here)
      const [, during] = await Promise.all([signOut(asking, { everywhere: 'true' }), signIn(there)])
      wait()
      const found = [await isOpen(here, during), await isOpen(there, during)]
      expect(new Set(found).size).toBe(1)
    }
  })

  test('REV-02 REV-03 a read that writes the session anew while it is ended brings it back for nobody', async () => {
    const here = await startProcess()
    const there = await startProcess({ session: { updateAge: 0 } })
    for (let round = 0; round < 10; round += 1) {
      const browser = await signIn(here)
      const reader = copyCookies(browser, there.openBrowser())
      clock.advance(60)
      expect(await readSession(reader)).not.toBeNull()
      clock.advance(60)
      await Promise.all([signOut(browser), readSession(reader), readSession(reader)])
      wait()
      expect(await isOpen(here, reader)).toBe(false)
      expect(await isOpen(there, reader)).toBe(false)
    }
  })

  test('REV-08 AWY-01 a store that is away signs nobody out: no cookie is deleted, and the session is read when it is back', async () => {
    const app = await startProcess()
    const browser = await signIn(app)
    const stranger = await startProcess()
    expect(await isOpen(app, browser)).toBe(true)
    const cookies = sessionCookies(browser)
    const resume = await store.suspend()
    try {
      if (strategy === 'jwt') {
        clock.advance(GRACE - 1)
        expect(await isOpen(app, browser)).toBe(true)
        clock.advance(2)
      }
      for (const process of [app, stranger]) {
        const visitor = copyCookies(browser, process.openBrowser())
        const response = await visitor.open(`${BASE}/session`)
        expect(response.status).toBe(503)
        expect(response.headers.getSetCookie()).toEqual([])
        expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(sessionCookies(visitor)).toEqual(cookies)
      }
    } finally {
      await resume()
    }
    await expect
      .poll(
        async () => {
          clock.advance(1)
          return (await copyCookies(browser, app.openBrowser()).open(`${BASE}/session`)).status
        },
        { timeout: 30_000 },
      )
      .toBe(200)
    expect(await isOpen(app, browser)).toBe(true)
  })

  test('REV-07 REV-09 COL-01 of more endings than one page of the feed none is missed, by a process that runs and by one that starts', async () => {
    const [here, there] = await startTwo()
    const browser = await signIn(here)
    const other = await signIn(here)
    const copy = copyCookies(browser, here.openBrowser())
    expect(await isOpen(there, copy)).toBe(true)
    await first.appendRevocations?.(strangers(600, `before-${strategy}`, clock.now()))
    await signOut(browser)
    await first.appendRevocations?.(strangers(600, `after-${strategy}`, clock.now()))
    wait()
    const later = await startProcess()
    for (const app of [there, later]) {
      expect(await isOpen(app, copy)).toBe(false)
      expect(await isOpen(app, other)).toBe(true)
    }
  })

  test('REV-16 BAK-02 after the store went back, one call ends every session that came back with it', async () => {
    const here = await startProcess()
    const browser = await signIn(here)
    const copy = copyCookies(browser, here.openBrowser())
    await store.snapshot()
    await signOut(browser)
    await store.goBack()
    // No process that knew of the ending is left.
    const restarted = await Promise.all([startProcess(), startProcess()])
    const [one, another] = restarted
    expect(await isOpen(one, copy)).toBe(true)
    await one.auth.sessions().end({ all: true })
    wait()
    for (const app of restarted) expect(await isOpen(app, copy)).toBe(false)
    const later = await signIn(another)
    wait()
    for (const app of restarted) expect(await isOpen(app, later)).toBe(true)
  })
})

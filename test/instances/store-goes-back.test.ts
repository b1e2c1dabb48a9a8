import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { copyCookies, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { afterEach, expect, test } from 'vitest'
import { startDynamodb, startFakeMongodb } from './src/stores/in-process.ts'
import { strangers } from './src/stores/living-store.ts'
import { startDumped, startReplicated, startSnapshotted } from './src/stores/servers.ts'
import { inPart } from '@latchstring/test-kit/in-part'

const WINDOW = 30

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** A process of the application. */
function startApp(adapter: Adapter, clock: TestClock): App & { readonly warned: string[] } {
  const warned: string[] = []
  const config: AuthConfig = {
    providers: [passwords()],
    adapter,
    limits: false,
    session: { strategy: 'jwt', revocation: { window: WINDOW } },
    logger: { warn: (code) => void warned.push(code), error: () => undefined },
  }
  return { ...createApp(config, { env: ENV, clock: clock.now }), warned }
}

async function signOut(browser: Browser): Promise<void> {
  const csrfToken = await browser.csrf(BASE)
  const response = await browser.submit(`${BASE}/signout`, { csrfToken, callbackUrl: '/' })
  expect(response.status).toBe(302)
}

const reads = async (app: App, from: Browser): Promise<unknown> =>
  readSession(copyCookies(from, app.openBrowser()))

const BACK = [
  ['PostgreSQL, whose replica is promoted after it missed 100 endings', startReplicated],
  ['MariaDB, whose database is restored from a dump that lacks 100 endings', startDumped],
  ['Redis, which is started from a snapshot that lacks 100 endings', startSnapshotted],
  ['DynamoDB (dynalite), whose table is restored without 100 endings', startDynamodb],
  ['MongoDB (FAKE server), whose documents are restored without 100 endings', startFakeMongodb],
] as const

test.each(inPart(BACK, ([name]) => /^(?:PostgreSQL|Redis)/.test(name)))(
  'BAK-01 over %s: nothing that ended before or after is accepted for longer than a window, and one line says why',
  { timeout: 180_000 },
  async (_name, startStore) => {
    const clock = startClock(Date.now())
    const store = await startStore()
    cleanUps.push(store.close)
    const adapter = await store.open()
    const here = startApp(adapter, clock)
    const there = startApp(await store.open(), clock)
    const [stays, ...enders] = await Promise.all(
      Array.from({ length: 9 }, async () => signInWithPassword(here.openBrowser())),
    )
    if (!stays) throw new TypeError('Nobody signed in.')
    /** Both processes read for some windows, so that they read on from the end of the feed. */
    const settle = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        for (const app of [here, there]) expect(await reads(app, stays)).not.toBeNull()
        clock.advance(WINDOW)
      }
    }
    await adapter.appendRevocations?.(strangers(50, 'before', clock.now()))
    await settle()
    await store.snapshot()

    const lost = enders.slice(0, 4)
    const lostCopies = lost.map((browser) => copyCookies(browser, there.openBrowser()))
    for (const browser of lost) await signOut(browser)
    await adapter.appendRevocations?.(strangers(96, 'lost', clock.now()))
    await settle()
    await store.goBack()

    // These get the numbers of the ones that are lost.
    const later = enders.slice(4)
    const laterCopies = later.map((browser) => copyCookies(browser, there.openBrowser()))
    for (const browser of later) await signOut(browser)
    clock.advance(WINDOW)
    for (const copy of [...laterCopies, ...lostCopies]) expect(await reads(there, copy)).toBeNull()
    expect(await reads(there, stays)).not.toBeNull()
    expect(new Set([...here.warned, ...there.warned])).toEqual(
      new Set(['revocation-store-went-back']),
    )
    // What was lost is in the store again, for processes that never knew it.
    const fresh = startApp(await store.open(), clock)
    for (const copy of [...laterCopies, ...lostCopies]) expect(await reads(fresh, copy)).toBeNull()
    expect(await reads(fresh, stays)).not.toBeNull()

    await here.auth.sessions().end({ all: true })
    clock.advance(WINDOW)
    expect(await reads(there, stays)).toBeNull()
  },
)

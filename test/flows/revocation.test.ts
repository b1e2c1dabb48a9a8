import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { JWT } from '@latchstring/core/jwt'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  type ControlStore,
  createControlStore,
  otherProcess,
} from '@latchstring/test-kit/control-store'
import { copyCookies, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { readSession, sessionCookies } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const WINDOW = 30
const GRACE = 300

let clock: TestClock
let store: ControlStore

beforeEach(() => {
  clock = startClock()
  store = createControlStore()
})

/** One process of the application. */
function start(config: Partial<AuthConfig> = {}): App {
  const { session, ...rest } = config
  return createApp(
    {
      providers: [passwords()],
      adapter: otherProcess(store),
      session: { strategy: 'jwt', revocation: true, ...session },
      ...rest,
    },
    { env: ENV, clock: clock.now },
  )
}

async function signOut(browser: Browser): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  return browser.submit(`${BASE}/signout`, { csrfToken, callbackUrl: '/' })
}

const reads = async (app: App, from: Browser): Promise<unknown> =>
  readSession(copyCookies(from, app.openBrowser()))

/** The session that the application reads synchronously. */
const cookieHeader = (browser: Browser): Headers =>
  new Headers({
    cookie: browser
      .stored()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; '),
  })

describe('A sealed session after the sign-out', () => {
  test('REV-01 is refused at once by the process that ended it, also in a copied cookie', async () => {
    const app = start()
    const browser = await signInWithPassword(app.openBrowser())
    const thief = copyCookies(browser, app.openBrowser())
    expect(await readSession(thief)).not.toBeNull()
    await signOut(browser)
    expect(await readSession(thief)).toBeNull()
    expect(sessionCookies(thief)).toEqual([])
  })

  test('REV-01 is refused by other processes within the window, at every entry point', async () => {
    const [here, there] = [start(), start()]
    const browser = await signInWithPassword(here.openBrowser())
    const thief = copyCookies(browser, there.openBrowser())
    expect(await readSession(thief)).not.toBeNull()
    const copy = cookieHeader(browser)
    await signOut(browser)
    clock.advance(WINDOW)
    const request = new Request(`${BASE}/../page`, { headers: copy })
    const source = { headers: copy, request }
    expect((await there.auth.session(source)).session).toBeNull()
    expect((await there.auth.update(source)).session).toBeNull()
    expect((await there.auth.authorize(request)).session).toBeNull()
    expect(await there.auth.scope(source).auth()).toBeNull()
    expect(await readSession(thief)).toBeNull()
    expect(sessionCookies(thief)).toEqual([])
  })

  test('REV-11 is refused although its cookie was just read and is cached decrypted', async () => {
    const [here, there] = [start(), start()]
    const browser = await signInWithPassword(here.openBrowser())
    const headers = cookieHeader(browser)
    for (let round = 0; round < 3; round++) {
      expect((await there.auth.session({ headers })).session).not.toBeNull()
    }
    await signOut(browser)
    clock.advance(WINDOW)
    expect((await there.auth.session({ headers })).session).toBeNull()
  })

  test('REV-01 stays ended after another sign-in in the same browser, which also ends the session before it', async () => {
    const app = start()
    const browser = await signInWithPassword(app.openBrowser())
    const thief = copyCookies(browser, app.openBrowser())
    await signInWithPassword(browser)
    expect(await readSession(thief)).toBeNull()
    expect(await readSession(browser)).not.toBeNull()
    expect(store.feed.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['session', 'new-sign-in'],
    ])
  })

  test('is refused by a process that starts later, with one query for a thousand simultaneous reads (REV-09)', async () => {
    const app = start()
    const browser = await signInWithPassword(app.openBrowser())
    const other = await signInWithPassword(app.openBrowser())
    const copy = cookieHeader(browser)
    await signOut(browser)
    const later = start()
    store.calls.length = 0
    const first = Array.from({ length: 1000 }, async (_, index) =>
      later.auth.session({ headers: index % 2 ? copy : cookieHeader(other) }),
    )
    const read = await Promise.all(first)
    expect(read.filter(({ session }) => session === null)).toHaveLength(500)
    expect(store.calls).toEqual(['listRevocations'])
  })
})

describe('An application whose configuration function makes its adapter', () => {
  const warned: string[] = []

  /** How many queries thirty reads of one session take. */
  async function read(findAdapter: () => AuthConfig['adapter']): Promise<number> {
    const headers = cookieHeader(await signInWithPassword(start().openBrowser()))
    warned.length = 0
    const source = (): AuthConfig => {
      const adapter = findAdapter()
      return {
        providers: [passwords()],
        ...(adapter && { adapter }),
        session: { strategy: 'jwt', revocation: true },
        logger: { warn: (code) => void warned.push(code), error: () => undefined },
      }
    }
    const auth = createAuth(source, { env: ENV, clock: clock.now })
    store.calls.length = 0
    for (let count = 0; count < 30; count += 1) {
      expect((await auth.session({ headers })).session).not.toBeNull()
    }
    return store.calls.length
  }

  /** The same store by a function of its own, as an adapter has it that is made with another client. */
  function anotherAdapter(): Adapter {
    const made = otherProcess(store)
    return { ...made, listRevocations: async (from) => made.listRevocations?.(from) ?? [] }
  }

  const adapterWarnings = (): readonly string[] =>
    warned.filter((code) => code === 'revocation-adapter')

  test('anew each time is warned once that each read asks for the whole feed (REV-10)', async () => {
    expect(await read(anotherAdapter)).toBe(30)
    expect(adapterWarnings()).toHaveLength(1)
  })

  test('once asks for the feed once, and is not warned (REV-10)', async () => {
    const adapter = otherProcess(store)
    expect(await read(() => adapter)).toBe(1)
    expect(adapterWarnings()).toHaveLength(0)
  })
})

describe('The feed of endings', () => {
  test('REV-10 is queried at most once in half a window, however many sessions are read', async () => {
    const app = start()
    const headers = cookieHeader(await signInWithPassword(app.openBrowser()))
    store.calls.length = 0
    for (let second = 0; second < 4 * WINDOW; second++) {
      clock.advance(1)
      for (let read = 0; read < 5; read++) await app.auth.session({ headers })
    }
    expect(store.calls.length).toBeLessThanOrEqual(8)
    expect(new Set(store.calls)).toEqual(new Set(['listRevocations']))
  })

  test('REV-08 is used for the grace when it cannot be read; then a read answers 503, and no session ends', async () => {
    const app = start()
    const browser = await signInWithPassword(app.openBrowser())
    await readSession(browser)
    const cookies = sessionCookies(browser)
    store.isAway = true
    clock.advance(GRACE - 1)
    expect(await readSession(browser)).not.toBeNull()
    clock.advance(2)
    const response = await browser.open(`${BASE}/session`)
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(sessionCookies(browser)).toEqual(cookies)
    store.isAway = false
    clock.advance(1)
    expect(await readSession(browser)).not.toBeNull()
  })

  test('REV-08 makes a read answer 503 when it was never read, and no cookie is deleted', async () => {
    const browser = await signInWithPassword(start().openBrowser())
    store.isAway = true
    const cold = start()
    const visitor = copyCookies(browser, cold.openBrowser())
    const response = await visitor.open(`${BASE}/session`)
    expect(response.status).toBe(503)
    expect(sessionCookies(visitor)).toEqual(sessionCookies(browser))
  })

  test('makes the sign-out fail when it cannot be written to, and the cookie of this browser is deleted', async () => {
    const app = start()
    const browser = await signInWithPassword(app.openBrowser())
    const csrfToken = await browser.csrf(BASE)
    store.isAway = true
    const response = await browser.submit(`${BASE}/signout`, { csrfToken })
    expect(response.status).toBe(503)
    expect(sessionCookies(browser)).toEqual([])
    expect(app.errors.map(({ type }) => type)).toContain('SignOutError')
  })
})

describe('A session when an application turns revocation on', () => {
  test('REV-06 stays valid if it was opened before, and can be ended', async () => {
    const before = start({ session: { strategy: 'jwt', revocation: false } })
    const browser = await signInWithPassword(before.openBrowser())
    const app = start()
    const same = copyCookies(browser, app.openBrowser())
    expect(await readSession(same)).not.toBeNull()
    await signOut(same)
    expect(await reads(app, browser)).toBeNull()
  })

  test('REV-02 is not sealed again if it was ended while the jwt callback ran', async () => {
    let whileRunning: (() => Promise<unknown>) | undefined
    const callbacks: AuthConfig['callbacks'] = {
      async jwt({ token }) {
        const work = whileRunning
        whileRunning = undefined
        await work?.()
        return token
      },
    }
    const app = start({ callbacks, session: { updateAge: 0 } })
    const browser = await signInWithPassword(app.openBrowser())
    const reader = copyCookies(browser, app.openBrowser())
    clock.advance(DAY)
    whileRunning = async () => signOut(browser)
    expect(await readSession(reader)).toBeNull()
    expect(sessionCookies(reader)).toEqual([])
  })

  test('has claims for revocation that a jwt callback can neither set nor remove', async () => {
    const seen: JWT[] = []
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token }) => {
        seen.push(token)
        return { ...token, gen: 99_999_999_999, epoch: 99_999_999_999, sub: 'another-one' }
      },
    }
    const app = start({ callbacks })
    const browser = await signInWithPassword(app.openBrowser())
    await readSession(browser)
    const last = seen.at(-1)
    expect(last?.['gen']).toBeUndefined()
    expect(last?.['epoch']).toBeUndefined()
    expect(last?.['latchstring_sub']).toBe('id-of-ada')
  })
})

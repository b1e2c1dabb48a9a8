import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { JWT } from '@latchstring/core/jwt'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
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

describe('A sign-out at an instance that cannot open the session', () => {
  const NEWER = { ...ENV, AUTH_SECRET: SECRETS.newer }
  const at = (env: typeof ENV): App =>
    createApp(
      {
        providers: [passwords()],
        adapter: otherProcess(store),
        session: { strategy: 'jwt', revocation: true },
      },
      { env, clock: clock.now },
    )

  test('MIX-01 because it lacks the secret says that it could not end it, and deletes the cookie', async () => {
    const [newer, older] = [at(NEWER), start()]
    const signedIn = await signInWithPassword(newer.openBrowser())
    const browser = copyCookies(signedIn, older.openBrowser())
    const response = await browser.submitJson(`${BASE}/signout`, {
      csrfToken: await browser.csrf(BASE),
    })
    expect([response.status, older.errors.map(({ type }) => type)]).toEqual([
      503,
      ['SignOutIncomplete'],
    ])
    expect(sessionCookies(browser)).toEqual([])
    expect(await reads(newer, signedIn)).not.toBeNull()
  })

  test('MIX-01 because its clock is five minutes behind ends it for all', async () => {
    const ahead = start()
    const signedIn = await signInWithPassword(ahead.openBrowser())
    clock.advance(-300)
    const browser = copyCookies(signedIn, start().openBrowser())
    expect((await signOut(browser)).status).toBe(302)
    expect(sessionCookies(browser)).toEqual([])
    clock.advance(300 + WINDOW)
    expect(await reads(ahead, signedIn)).toBeNull()
    expect(await reads(start(), signedIn)).toBeNull()
  })
})

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

/** Adds endings of other sessions to the feed. */
function fill(count: number, name: string): void {
  const at = new Date(clock.now())
  const expires = new Date(clock.now() + 100 * DAY * 1000)
  for (let index = 0; index < count; index++) {
    const key = `${name}-${index}`
    store.feed.push({ kind: 'session', key, generation: 0, reason: 'sign-out', at, expires })
  }
}

/** A process, and the codes of the warnings that it has logged. */
function startListening(config: Partial<AuthConfig> = {}): App & { readonly warned: string[] } {
  const warned: string[] = []
  const logger = { warn: (code: string) => void warned.push(code), error: () => undefined }
  return { ...start({ logger, ...config }), warned }
}

describe('A store of endings that goes back', () => {
  /** Lets processes read a session for as long as it takes until they read on from the end of the feed. */
  async function settle(apps: readonly App[], browser: Browser): Promise<void> {
    for (let round = 0; round < 4; round++) {
      for (const app of apps) expect(await reads(app, browser)).not.toBeNull()
      clock.advance(WINDOW)
    }
  }

  test.each([
    ['some entries', 80],
    ['all entries', 0],
    ['all but the last', 99],
  ])(
    'BAK-01 having lost %s: what is ended afterwards is refused by every process within the window',
    async (_, left) => {
      const [here, there] = [startListening(), startListening()]
      fill(100, 'before')
      const browser = await signInWithPassword(here.openBrowser())
      const other = await signInWithPassword(here.openBrowser())
      await settle([here, there], browser)
      store.feed.length = left
      const copy = copyCookies(browser, there.openBrowser())
      await signOut(browser)
      clock.advance(WINDOW)
      expect(await readSession(copy)).toBeNull()
      expect(await reads(there, other)).not.toBeNull()
      expect(there.warned).toEqual(['revocation-store-went-back'])
    },
  )

  test('BAK-01 an ending of all sessions afterwards is refused by every process, and one line says what happened', async () => {
    const [here, there] = [startListening(), startListening()]
    fill(100, 'before')
    const browser = await signInWithPassword(here.openBrowser())
    await settle([here, there], browser)
    store.feed.length = 10
    await here.auth.sessions().end({ all: true })
    clock.advance(WINDOW)
    expect(await reads(there, browser)).toBeNull()
    const fresh = await signInWithPassword(there.openBrowser())
    await settle([here, there], fresh)
    // The one that ended them has noticed first, and has stored again what the store had lost.
    expect([...here.warned, ...there.warned]).toEqual(['revocation-store-went-back'])
    expect(store.feed).toHaveLength(101)
  })

  test('BAK-01 gets back what a process still knows, so that one that starts later refuses it too', async () => {
    const [here, there] = [start(), start()]
    const browser = await signInWithPassword(here.openBrowser())
    const other = await signInWithPassword(here.openBrowser())
    const copy = copyCookies(browser, there.openBrowser())
    await signOut(browser)
    await settle([here, there], other)
    store.feed.length = 0
    clock.advance(WINDOW)
    expect(await reads(there, other)).not.toBeNull()
    expect(store.feed).toHaveLength(1)
    expect(await reads(start(), copy)).toBeNull()
    // Once is enough.
    await settle([here, there], other)
    expect(store.feed).toHaveLength(1)
  })

  test('BAK-01 gets back an ending that it lost before any process had read it', async () => {
    const [here, there] = [startListening(), startListening()]
    fill(10, 'before')
    const browser = await signInWithPassword(here.openBrowser())
    const other = await signInWithPassword(here.openBrowser())
    await settle([here, there], other)
    const copy = copyCookies(browser, there.openBrowser())
    await signOut(browser)
    store.feed.length = 10
    await settle([here, there], other)
    expect(await readSession(copyCookies(copy, there.openBrowser()))).toBeNull()
    expect(await reads(start(), copy)).toBeNull()
    expect([...here.warned, ...there.warned]).toEqual(['revocation-store-went-back'])
  })
})

describe('A feed of endings that takes long to read', () => {
  /** A process whose store gives the first thousand entries, and the others when it is let go. */
  function startSlow(): {
    readonly app: ReturnType<typeof startListening>
    readonly go: () => void
  } {
    let go = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const made = otherProcess(store)
    const adapter: Adapter = {
      ...made,
      async listRevocations(range) {
        if (range.after !== undefined) await gate
        return (await made.listRevocations?.(range)) ?? []
      },
    }
    return { app: startListening({ adapter }), go: () => go() }
  }

  test('COL-01 delays no answer of a process that starts: it asks the store for each session until ready() resolves', async () => {
    const first = start()
    const browser = await signInWithPassword(first.openBrowser())
    const other = await signInWithPassword(first.openBrowser())
    const third = await signInWithPassword(first.openBrowser())
    const copies = [browser, third].map((one) => copyCookies(one, first.openBrowser()))
    fill(2500, 'before')
    await signOut(browser)
    const { app, go } = startSlow()
    expect(await reads(app, copies[0] ?? browser)).toBeNull()
    expect(await reads(app, other)).not.toBeNull()
    // Ended elsewhere while the feed is being read: no window is needed.
    await signOut(third)
    expect(await reads(app, copies[1] ?? third)).toBeNull()
    expect(await signInWithPassword(app.openBrowser())).toBeDefined()
    expect(app.warned).toEqual(['revocation-long-feed'])
    let isReady = false
    const ready = app.auth.ready().then(() => {
      isReady = true
    })
    expect(await reads(app, other)).not.toBeNull()
    expect(isReady).toBe(false)
    go()
    await ready
    store.calls.length = 0
    expect(await reads(app, other)).not.toBeNull()
    expect(await reads(app, copies[0] ?? browser)).toBeNull()
    expect(store.calls).toEqual([])
  })

  test('COL-01 ready() resolves without a request where the configuration is a function, and fails with the store', async () => {
    const adapter = otherProcess(store)
    const config = (): AuthConfig => ({
      providers: [passwords()],
      adapter,
      session: { strategy: 'jwt', revocation: true },
      logger: { error: () => undefined, warn: () => undefined },
    })
    const auth = createAuth(config, { env: ENV, clock: clock.now })
    store.isAway = true
    await expect(auth.ready()).rejects.toMatchObject({ type: 'AdapterError' })
    store.isAway = false
    await expect(auth.ready()).resolves.toBeUndefined()
    await expect(auth.sessions().ready()).resolves.toBeUndefined()
  })
})

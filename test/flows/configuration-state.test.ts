import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Auth, type AuthConfig, createAuth, customFetch } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { Env } from '@latchstring/core/types'
import { BASE, ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { createBrowser, type Browser } from '@latchstring/test-kit/browser'
import { createControlStore } from '@latchstring/test-kit/control-store'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readJsonAs } from '@latchstring/test-kit/json'
import { ADA, passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import { readSession, startSignIn } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { watchCalls } from '@latchstring/test-kit/watched-adapter'
import { describe, expect, test } from 'vitest'

const store = storeForEachTest()

interface Place {
  readonly auth: Auth
  readonly browser: Browser
  readonly clock: TestClock
  /** Codes of warnings and names of errors, whichever logger took them. */
  readonly lines: readonly string[]
}

/** An application whose function makes everything anew for each request, but for what the test gives it. */
function open(make: () => Partial<AuthConfig>, env: Env = ENV): Place {
  const lines: string[] = []
  const clock = startClock()
  const auth = createAuth(
    () => ({
      providers: [passwords()],
      callbacks: { session: ({ session }) => session },
      logger: {
        warn: (code) => void lines.push(code),
        error: ({ name }) => void lines.push(name),
        info: () => undefined,
      },
      ...make(),
    }),
    { env, clock: clock.now },
  )
  return { auth, browser: createBrowser(auth.handle), clock, lines }
}

const headersOf = ({ cookies }: Browser): Headers =>
  new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })

describe('With a new configuration for each request', () => {
  test('the secret that development generates stays the same, and is reported once', async () => {
    const { browser, lines } = open(() => ({}), { NODE_ENV: 'development', AUTH_URL: ORIGIN })
    await signInWithPassword(browser)
    expect(await readSession(browser)).toMatchObject({ user: { email: ADA.email } })
    expect(lines.filter((line) => line === 'MissingSecret')).toHaveLength(1)
  })

  test('a weak secret is reported once in development', async () => {
    const env = { NODE_ENV: 'development', AUTH_URL: ORIGIN, AUTH_SECRET: 'short' }
    const { browser, lines } = open(() => ({}), env)
    await signInWithPassword(browser)
    expect(lines.filter((line) => line === 'WeakSecret')).toHaveLength(1)
  })

  test('each warning is logged once, with a new logger for each request (INIT-function)', async () => {
    const { browser, auth, lines } = open(() => ({
      debug: true,
      theme: { brandColor: 'rgb(1 2 3)' },
      texts: { en: { signIn: { title: '{name}' } } },
      providers: [passwords(), { ...passwords({ id: 'old' }), deprecated: 'Remove it.' }],
    }))
    await signInWithPassword(browser)
    for (let count = 0; count < 3; count++) await auth.session({ headers: headersOf(browser) })
    await expect
      .poll(() => lines.toSorted(), { timeout: 10_000 })
      .toEqual(['debug-enabled', 'deprecated-provider', 'texts', 'theme-colour'])
  })

  test('the feed of endings is read once for each adapter, and not for each request', async () => {
    const { adapter, calls } = createControlStore()
    const { auth, browser } = open(() => ({
      adapter,
      session: { strategy: 'jwt', revocation: true },
    }))
    await signInWithPassword(browser)
    calls.splice(0)
    for (let count = 0; count < 5; count++) {
      const read = await auth.session({ headers: headersOf(browser) })
      expect(read.session).toMatchObject({ user: { email: ADA.email } })
    }
    expect(calls.filter((name) => name === 'listRevocations').length).toBeLessThanOrEqual(1)
  })

  test('simultaneous reads move the expiry of a session once', async () => {
    const { adapter, calls } = watchCalls(store.adapter)
    await storePeople(adapter)
    const { auth, browser, clock } = open(() => ({ adapter: withoutCompareAndSet(adapter) }))
    await signInWithPassword(browser)
    clock.advance(2 * DAY)
    calls.splice(0)
    const headers = headersOf(browser)
    const reads = await Promise.all(Array.from({ length: 5 }, () => auth.session({ headers })))
    for (const { session } of reads) expect(session).toMatchObject({ user: { email: ADA.email } })
    expect(calls.filter((name) => name === 'updateSession')).toHaveLength(1)
  })
})

describe('The expiry of a session', () => {
  test('is moved by a later request, where a write was cancelled with its request and never settles (TIM-01)', async () => {
    const { adapter, calls } = watchCalls(store.adapter)
    await storePeople(adapter)
    let cancels = true
    const { auth, browser, clock } = open(() => {
      const whole = withoutCompareAndSet(adapter)
      const never = (): Promise<never> => new Promise(() => undefined)
      return { adapter: cancels ? { ...whole, updateSession: never } : whole }
    })
    await signInWithPassword(browser)
    clock.advance(2 * DAY)
    const headers = headersOf(browser)
    void auth.session({ headers })
    await expect.poll(async () => (await auth.session({ headers })).session).not.toBeNull()
    cancels = false
    calls.splice(0)
    clock.advance(60_000)
    expect((await auth.session({ headers })).session).toMatchObject({ user: { email: ADA.email } })
    expect(calls.filter((name) => name === 'updateSession')).toHaveLength(1)
  })
})

/** A new adapter without the method and its capability, so that only the process knows which sessions are being moved. */
function withoutCompareAndSet(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).filter(([name]) => name !== 'compareAndSetSession')
  const capabilities = { ...adapter.capabilities, compareAndSet: false }
  return { ...Object.fromEntries(methods), capabilities }
}

/** A client of an issuer, whose metadata says where it is. */
const service = (issuer: string, clientId: string, asked: string[] = []) => ({
  id: 'harbour',
  name: 'Harbour',
  type: 'oidc' as const,
  issuer,
  clientId,
  clientSecret: 'a-secret-of-the-client',
  [customFetch]: async (): Promise<Response> => {
    asked.push(issuer)
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  },
})

describe('The metadata of authorization servers', () => {
  test('is fetched once for each issuer, by providers and clients made anew (PERF-15)', async () => {
    const asked: string[] = []
    let [issuer, clientId] = ['https://one.example', 'one']
    const { browser } = open(() => ({ providers: [service(issuer, clientId, asked)] }))
    for (const [next, id] of [
      ['https://one.example', 'one'],
      ['https://one.example', 'two'],
      ['https://two.example', 'one'],
      ['https://one.example', 'three'],
      ['https://two.example', 'two'],
    ] as const) {
      ;[issuer, clientId] = [next, id]
      const to = new URL((await startSignIn(browser, 'harbour')).headers.get('location') ?? '')
      expect([to.origin, to.searchParams.get('client_id')]).toEqual([issuer, clientId])
    }
    expect(asked).toEqual(['https://one.example', 'https://two.example'])
  })
})

describe('A configuration function', () => {
  test('that returns one object has it resolved at most twice (PERF-15)', async () => {
    let calls = 0
    const provider = () => {
      calls += 1
      return passwords()
    }
    const config = { providers: [provider], secret: SECRETS.older }
    const auth = createAuth(() => config, { env: ENV })
    for (let count = 0; count < 2; count++) await auth.session({ headers: new Headers() })
    const before = calls
    expect(before).toBeGreaterThan(0)
    for (let count = 0; count < 3; count++) await auth.session({ headers: new Headers() })
    expect(calls).toBe(before)
  })

  test('that returns thousands of different configurations leaves no memory behind (PERF-15)', async () => {
    setFlagsFromString('--expose-gc')
    // The flag has just made it.
    const gc = runInNewContext('gc') as () => void
    let number = 0
    const tenant = () => ({
      secret: [SECRETS.older, `a-secret-of-the-past-${10_000_000 + number++}`],
      audience: `tenant-${number}`,
      providers: [passwords(), service(`https://id-${number}.example`, 'app')],
    })
    const { auth, browser } = open(tenant)
    const read = async (count: number): Promise<number> => {
      for (let index = 0; index < count; index++) {
        await auth.session({ headers: headersOf(browser) })
        await readJsonAs<object>(await auth.handle(new Request(`${BASE}/csrf`)))
      }
      gc()
      return process.memoryUsage().heapUsed
    }
    const before = await read(500)
    expect((await read(3_000)) - before).toBeLessThan(8_000_000)
  }, 60_000)
})

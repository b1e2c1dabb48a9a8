import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Events, LimitStore } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { copyCookies, PASSWORD, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, reachCallback } from '@latchstring/test-kit/story'
import { inPart } from '@latchstring/test-kit/in-part'
import { addressAt, openLimitedApp, RIGHT, submitTry, TRIES, WORLDS } from './src/limited-app.ts'

const ONE = { points: 1, window: 86_400 }
const ROOMY = { points: 1_000, window: 86_400 }

/** Anything can be returned where there are no types. */
function untyped(value: unknown): never {
  return value as never // As JavaScript has it.
}

type Message = Readonly<Record<string, unknown>>

/** Handlers that record their messages. */
function notebook(): { readonly events: Events; readonly received: Record<string, Message[]> } {
  const received: Record<string, Message[]> = {
    signInRefused: [],
    limitReached: [],
    replayDetected: [],
  }
  const events = Object.fromEntries(
    Object.entries(received).map(([name, list]) => [
      name,
      (message: Message) => void list.push(message),
    ]),
  )
  return { events, received }
}

const PATHS = inPart(
  WORLDS.flatMap((world) =>
    Object.entries(TRIES).map(([way, attempt]) => ({ ...world, way, attempt })),
  ),
  // Every world by one way, and each way in two of them.
  (_, index) => [0, 3, 5, 6].includes(index),
)

test('A store of limits whose answers lack `allowed` counts as down, and the log names the required answer (LIM-12)', async () => {
  const warned: (readonly unknown[])[] = []
  const failures: string[] = []
  const app = createApp({
    providers: [passwords()],
    limits: { store: { spend: () => untyped(undefined) } },
    logger: { warn: (...words: readonly unknown[]) => void warned.push(words) },
    events: { limiterDegraded: ({ error }) => void failures.push(error.message) },
  })
  await signInWithPassword(app.openBrowser())
  const sentence =
    'The `spend` function of `limits.store` returned undefined without `allowed`. Return { allowed, retryAfter }.'
  expect(warned.filter(([code]) => code === 'limit-store')).toEqual([['limit-store', sentence]])
  expect(new Set(failures)).toEqual(new Set([sentence]))
})

describe.each(PATHS)(
  'Events about passwords, of $way, with $strategy sessions, $config and counting $counting,',
  ({ attempt, strategy, config, counting }) => {
    const world = { strategy, config, counting }
    test.each(['ada', 'unknown'])(
      'are emitted for a wrong password of "%s", with account, provider and client address (LOG-03, LIM-13)',
      async (username) => {
        const { events, received } = notebook()
        const app = await openLimitedApp(world, { events })
        await attempt(app, { username, address: '203.0.113.7' })
        await attempt(app, { ...RIGHT, address: '203.0.113.7' })
        expect(received['signInRefused']).toEqual([
          {
            reason: 'CredentialsSignin',
            provider: 'credentials',
            identifier: username,
            address: '203.0.113.7',
            // A matcher has the type of what it is compared with.
            ref: expect.stringMatching(/^\w{8}$/) as unknown,
          },
        ])
        expect(app.errors.at(-1)).toHaveProperty('ref', received['signInRefused']?.[0]?.['ref'])
      },
    )

    test('are emitted once for each window in which a budget is used up, with the tried names (LOG-03)', async () => {
      const { events, received } = notebook()
      const app = await openLimitedApp(world, { events })
      for (let time = 0; time < 20; time += 1) await attempt(app, { address: '203.0.113.7' })
      for (let time = 0; time < 20; time += 1) await attempt(app, { address: addressAt(time) })
      expect(received['limitReached']).toMatchObject([
        { subject: 'clientAndAccount', address: '203.0.113.7', retryAfter: 60 },
        { subject: 'account', retryAfter: 90 },
      ])
      for (const message of received['limitReached'] ?? []) {
        expect(message).toMatchObject({
          action: 'password',
          provider: 'credentials',
          identifiers: ['ada'],
        })
      }
      expect(received['signInRefused']?.at(10)).toMatchObject({ reason: 'TooManyRequests' })
    })

    // Another process of the same store may have spent what this one has not.
    test.each<[string, LimitStore['spend'] | undefined, number]>([
      ['by this process', undefined, 2],
      [
        'by the store',
        ({ interval }) => ({ allowed: Math.abs(interval) !== 1_800_000, retryAfter: 1_800_000 }),
        0,
      ],
      ['by this process, while the store is down', () => Promise.reject(new Error('down')), 1],
    ])(
      'name the budget that refuses where its subject has another one: counted %s (LOG-03)',
      async (...row) => {
        const [, decide, allowed] = row
        const { events, received } = notebook()
        const long = { points: 2, window: 3_600 }
        const password = {
          clientAndAccount: false,
          account: [{ points: 5, window: 60 }, long],
        } as const
        const limits = { password, ...(decide && { store: { spend: decide } }) }
        const app = await openLimitedApp(world, { events, limits })
        for (let time = 0; time < allowed; time += 1) await attempt(app, {})
        expect(received['limitReached']).toEqual([])
        await attempt(app, {})
        const message = { action: 'password', subject: 'account', budget: long, retryAfter: 1_800 }
        expect(received['limitReached']).toMatchObject([message])
        // The window of the other budget is over, and that of this one is not.
        app.clock.advance(60)
        await attempt(app, {})
        expect(received['limitReached']).toHaveLength(1)
      },
    )

    test('change nothing when their handlers throw (LOG-03)', async () => {
      const fail = (): never => {
        throw new Error('The queue is full.')
      }
      const events: Events = { signInRefused: fail, limitReached: fail, limiterDegraded: fail }
      const app = await openLimitedApp(world, { events })
      const endings: string[] = []
      for (let time = 0; time < 6; time += 1) {
        endings.push(await attempt(app, { address: '203.0.113.7' }))
      }
      expect(endings).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'refused'])
      app.counting.fail(new Error('ECONNREFUSED'))
      expect(await attempt(app, { ...RIGHT, username: 'grace' })).toBe('in')
      expect(app.errors.map(({ type }) => type)).toContain('EventError')
    })

    test('are emitted without writing a name or an address to the log (LIM-17, LOG-03)', async () => {
      const { events } = notebook()
      const app = await openLimitedApp(world, { events })
      for (let time = 0; time < 7; time += 1) {
        await attempt(app, { username: 'canary-person', address: '198.51.100.77' })
      }
      const logged = app.errors.map((error) => `${error.message} ${error.stack ?? ''}`).join()
      expect(app.errors.map(({ type }) => type)).toContain('TooManyRequests')
      expect(logged).not.toMatch(/canary|198\.51/)
    })
  },
)

describe.each(WORLDS)(
  'The event signInRefused, with $strategy sessions, $config and counting $counting,',
  (world) => {
    test('has the reason of a `signIn` callback, a missing token, a wrong link and a malformed form (LOG-03)', async () => {
      const { events, received } = notebook()
      const app = await openLimitedApp(world, { events, callbacks: { signIn: () => false } })
      const browser = app.openBrowser()
      await submitTry(app, { ...RIGHT, browser })
      const fields = { username: 'ada', password: PASSWORD }
      await browser.submit(`${BASE}/callback/credentials`, fields)
      await browser.open(`${BASE}/callback/mail?token=none&email=ada@example.com`)
      const csrfToken = await browser.csrf(BASE)
      await browser.submit(`${BASE}/callback/mail`, {
        csrfToken,
        token: 'none',
        email: 'ada@example.com',
      })
      await browser.submitJson(`${BASE}/callback/credentials`, { csrfToken, username: ['ada'] })
      await browser.submit(
        `${BASE}/callback/credentials`,
        { ...fields, csrfToken },
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      )
      expect(received['signInRefused']?.map(({ reason }) => reason)).toEqual([
        'AccessDenied',
        'MissingCSRF',
        // Opening a link that was never mailed is refused already.
        'Verification',
        'Verification',
        'InvalidRequest',
        'CrossOriginRequest',
      ])
    })

    test('contains the address that a mail was requested for (LOG-03)', async () => {
      const { events, received } = notebook()
      const app = await openLimitedApp(world, { events, callbacks: { signIn: () => false } })
      await askForMail(app.openBrowser(), 'Ada@Example.com')
      expect(received['signInRefused']).toMatchObject([
        { reason: 'AccessDenied', provider: 'mail', identifier: 'ada@example.com' },
      ])
    })

    test('is not emitted for a session that is read or ended', async () => {
      const { events, received } = notebook()
      const app = await openLimitedApp(world, { events })
      const browser = app.openBrowser()
      await browser.submit(`${BASE}/signout`, {})
      await browser.submit(`${BASE}/session`, {})
      expect(received['signInRefused']).toEqual([])
    })
  },
)

const idp = forAllTests(startIdp)
const store = storeForEachTest()

test.each([
  ['without an address where it is unknown', undefined],
  ['with the address of the client', '203.0.113.7'],
])('A copied authorization response is reported as a replay, %s (LOG-03)', async (_, address) => {
  const { events, received } = notebook()
  const config = { providers: [oidcProvider(idp)], adapter: store.adapter, events }
  const app = createApp({ ...config, clientAddress: () => address })
  const browser = app.openBrowser()
  const arrival = await reachCallback(browser, 'harbour')
  const copy = copyCookies(browser, app.openBrowser())
  expectSignedIn(await browser.follow(arrival))
  expect(received['replayDetected']).toEqual([])
  await copy.follow(arrival)
  const what = { what: 'authorization-response', provider: 'harbour' }
  expect(received['replayDetected']).toStrictEqual([
    address === undefined ? what : { ...what, address },
  ])
})

const fail = async (): Promise<never> => Promise.reject(new Error('It is down.'))

test.each<[string, Partial<AuthConfig>]>([
  ['limits.challenge', { limits: { password: { account: ONE }, challenge: fail } }],
  ['clientAddress', { limits: { password: { account: ROOMY } }, clientAddress: fail }],
])(
  'A function that throws has 100 lines in a minute in the log, and one that says that there are more: %s (LIM-15)',
  async (name, overrides) => {
    for (const config of ['an object', 'a function'] as const) {
      const world = { strategy: 'jwt', config, counting: 'in memory' } as const
      const app = await openLimitedApp(world, overrides)
      const about = (): string[] =>
        app.errors.map(({ message }) => message).filter((text) => text.includes(`\`${name}\``))
      const more = `flood: More than 100 calls of \`${name}\` failed within a minute. Those that follow have no line of their own.`
      const flood = async (): Promise<void> => {
        for (let time = 0; time < 120; time += 1) await submitTry(app, {})
      }
      await flood()
      expect(about()).toHaveLength(101)
      expect(new Set(about())).toEqual(new Set([`The \`${name}\` function threw.`, more]))
      app.clock.advance(60)
      await flood()
      expect(about()).toHaveLength(202)
    }
  },
)

test('Each tenant of a configuration function has lines of its own in the log for what a budget refuses (LIM-15)', async () => {
  const lines: Record<string, string[]> = { 'one.example': [], 'other.example': [] }
  const auth = createAuth(
    (request) => {
      const host = request?.headers.get('host') ?? ''
      return {
        providers: [passwords()],
        audience: host,
        allowedHosts: Object.keys(lines),
        limits: { password: { account: ONE } },
        logger: { error: ({ message }) => void lines[host]?.push(message) },
      }
    },
    { env: { NODE_ENV: 'test', AUTH_SECRET: ENV['AUTH_SECRET'] } },
  )
  const guess = async (host: string): Promise<unknown> => {
    const fields = { username: 'ada', password: 'wrong' }
    const headers = new Headers({ host })
    const request = new Request(`https://${host}/`, { headers })
    return auth.signIn({ headers, request }, 'credentials', fields).catch(String)
  }
  for (let time = 0; time < 150; time += 1) await guess('one.example')
  for (let time = 0; time < 20; time += 1) await guess('other.example')
  // Of the first one that is compared, of those that are refused, and that there are more.
  expect(lines).toMatchObject({ 'one.example': { length: 102 }, 'other.example': { length: 20 } })
})

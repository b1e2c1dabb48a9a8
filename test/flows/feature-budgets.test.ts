import type { AuthConfig } from '@latchstring/core'
import type { AnyFeature } from '@latchstring/core/features'
import type { Events } from '@latchstring/core/types'
import { type App, BASE, createApp, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type CountingStore, createCountingStore } from '@latchstring/test-kit/counting-store'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, passwords, signInWithPassword, submitPassword } from '@latchstring/test-kit/people'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { type GateStore, openGateStore } from './src/gate-world.ts'

type Reached = Parameters<NonNullable<Events['limitReached']>>[0]

const MINUTE = 60

/** A feature whose actions each spend a budget of their own. */
function guessFeature(ran: string[]): AnyFeature {
  const loads = (word: string) => async () => ({
    run: () => {
      ran.push(word)
      return { json: { ran: true } }
    },
  })
  const inputs = { email: { kind: 'text', optional: true } } as const
  const change = (word: string, ...budgets: readonly string[]) =>
    ({ kind: 'change', inputs, budgets, load: loads(word) }) as const
  return {
    name: 'guess',
    texts: { title: 'Guess' },
    budgets: {
      ofClient: { limit: 2, window: MINUTE, by: 'client' },
      ofUser: { limit: 3, window: MINUTE, by: 'user' },
      ofAddress: { limit: 2, window: MINUTE, by: 'email' },
      ofStep: { limit: 2, window: MINUTE, by: 'user' },
    },
    gate: {
      phase: 'assure',
      load: async () => ({
        ask: ({ signIn }) =>
          signIn.user?.id === ADA.id || signIn.done ? 'pass' : { step: 'knock' },
      }),
    },
    actions: {
      user: change('user', 'ofUser'),
      client: { ...change('client', 'ofClient'), session: 'none' },
      address: { ...change('address', 'ofAddress'), session: 'none' },
      both: change('both', 'ofUser', 'ofAddress'),
      machine: { kind: 'machine', inputs, budgets: ['ofClient'], load: loads('machine') },
      knock: {
        kind: 'page',
        session: 'pending',
        load: async () => ({ run: ({ text }) => ({ page: { title: text('title'), blocks: [] } }) }),
      },
      say: { ...change('say', 'ofStep'), session: 'pending', step: 'knock' },
    },
  }
}

const COUNTING = ['in memory', 'in the store'] as const

const WORLDS = STRATEGIES.flatMap((strategy) =>
  COUNTING.flatMap((counting) =>
    (['once', 'each time'] as const).map((made) => ({ strategy, counting, made })),
  ),
)

describe.each(WORLDS)(
  'Budgets of a feature, with $strategy sessions, counted $counting, of a configuration made $made,',
  ({ strategy, counting, made }) => {
    let store: GateStore
    let counts: CountingStore
    let clock: TestClock
    let ran: string[]
    let reached: Reached[]

    function start(config: Partial<AuthConfig> = {}): App {
      const adapter =
        counting === 'in memory'
          ? store.adapter
          : {
              ...store.adapter,
              ...counts.adapter,
              capabilities: { ...store.adapter.capabilities, counters: true },
            }
      const whole = {
        providers: [passwords()],
        adapter,
        session: { strategy, absoluteMaxAge: 36_000 },
        clientAddress: { header: 'x-client' },
        events: { limitReached: (one: Reached) => void reached.push(one) },
        ...config,
      }
      const features = [guessFeature(ran)]
      return made === 'once'
        ? createApp({ ...whole, features }, { clock: clock.now })
        : createApp(whole, { clock: clock.now, features }, made)
    }

    const post = async (
      browser: Browser,
      word: string,
      {
        address = '203.0.113.7',
        accept = 'application/json',
        ...fields
      }: Record<string, string> = {},
    ): Promise<Response> =>
      browser.submit(
        `${BASE}/guess/${word}`,
        { csrfToken: await browser.csrf(BASE), ...fields },
        { accept, 'x-client': address },
      )

    /** A program calls. */
    const call = async ({ auth }: App, address: string): Promise<Response> =>
      auth.handle(
        new Request(`${BASE}/guess/machine`, {
          method: 'POST',
          headers: { 'x-client': address, 'content-type': 'application/json' },
          body: '{}',
        }),
      )

    const statuses = async (
      times: number,
      one: (index: number) => Promise<Response>,
    ): Promise<readonly number[]> => {
      const all: number[] = []
      for (let index = 0; index < times; index += 1) all.push((await one(index)).status)
      return all
    }

    beforeEach(async () => {
      store = await openGateStore()
      counts = createCountingStore()
      clock = startClock()
      ran = []
      reached = []
    })

    test('are spent before it runs, and refuse with the time to wait, in JSON and on a page', async () => {
      const app = start()
      const browser = await signInWithPassword(app.openBrowser())
      expect(await statuses(5, () => post(browser, 'user'))).toEqual([200, 200, 200, 429, 429])
      expect(ran).toEqual(['user', 'user', 'user'])
      const json = await post(browser, 'user')
      expect(await readJson(json)).toMatchObject({ error: 'TooManyRequests' })
      const page = await post(browser, 'user', { accept: 'text/html' })
      expect([page.status, page.headers.get('content-type')]).toEqual([
        429,
        'text/html; charset=utf-8',
      ])
      for (const response of [json, page]) {
        expect(response.headers.get('retry-after')).toBe(String(MINUTE / 3))
      }
      expect(app.errors.at(-1)?.message).toContain('"guess/ofUser" is used up')
      clock.advance(MINUTE / 3)
      expect(await statuses(2, () => post(browser, 'user'))).toEqual([200, 429])
    })

    test('of users are counted apart, whatever their address', async () => {
      const app = start()
      const ada = await signInWithPassword(app.openBrowser())
      expect(
        await statuses(4, (index) => post(ada, 'user', { address: `203.0.113.${index}` })),
      ).toEqual([200, 200, 200, 429])
      const second = await signInWithPassword(app.openBrowser())
      expect((await post(second, 'user')).status).toBe(429)
    })

    test('of clients are counted by address, also for programs', async () => {
      const app = start()
      const visit = (address: string) => post(app.openBrowser(), 'client', { address })
      expect(await statuses(3, () => visit('203.0.113.7'))).toEqual([200, 200, 429])
      expect((await visit('203.0.113.8')).status).toBe(200)
      // One budget, whichever action spends it.
      expect((await call(app, '203.0.113.7')).status).toBe(429)
      expect(await statuses(3, () => call(app, '203.0.113.9'))).toEqual([200, 200, 429])
    })

    test('of clients whose address is not known are counted by browser, and those of programs together', async () => {
      const app = start()
      const first = app.openBrowser()
      const visit = (browser: Browser) => post(browser, 'client', { address: '' })
      expect(await statuses(3, () => visit(first))).toEqual([200, 200, 429])
      expect((await visit(app.openBrowser())).status).toBe(200)
      expect(await statuses(3, () => call(app, ''))).toEqual([200, 200, 429])
    })

    test('of an input are counted by what was sent, in any spelling, and nothing of it is stored', async () => {
      const app = start()
      const visit = (email: string, index: number) =>
        post(app.openBrowser(), 'address', { email, address: `203.0.113.${index}` })
      const spellings = ['Ada@Example.com', 'ada+x@example.com', 'ada@example.com']
      expect(await statuses(3, (index) => visit(spellings[index] ?? '', index))).toEqual([
        200, 200, 429,
      ])
      expect((await visit('grace@example.com', 4)).status).toBe(200)
      const kept = JSON.stringify([...counts.rows, ...counts.calls, reached])
      expect(kept).not.toMatch(/ada|grace|example/i)
      expect(reached).toMatchObject([{ action: 'guess/ofAddress', subject: 'account' }])
      expect(reached[0]).not.toHaveProperty('provider')
      expect(counts.calls.length > 0).toBe(counting === 'in the store')
    })

    test('without an input are one, and none is spent for inputs that cannot be', async () => {
      const app = start()
      const long = 'x'.repeat(300)
      expect(await statuses(3, () => post(app.openBrowser(), 'address', { email: long }))).toEqual([
        400, 400, 400,
      ])
      expect(await statuses(3, () => post(app.openBrowser(), 'address'))).toEqual([200, 200, 429])
    })

    test('are all spent by an action that has several', async () => {
      const browser = await signInWithPassword(start().openBrowser())
      const send = (email: string) => post(browser, 'both', { email })
      expect(await statuses(3, () => send('a@example.com'))).toEqual([200, 200, 429])
      // The third try was one of the user as well.
      expect((await send('b@example.com')).status).toBe(429)
    })

    test('are those of the user whose sign-in waits at a step', async () => {
      const app = start()
      const enter = async (): Promise<Browser> => {
        const browser = app.openBrowser()
        await submitPassword(browser, 'grace')
        return browser
      }
      const [one, other] = [await enter(), await enter()]
      expect(await statuses(2, () => post(one, 'say'))).toEqual([200, 200])
      expect((await post(other, 'say')).status).toBe(429)
    })

    test('are not spent by a request without a session or without a token', async () => {
      const app = start()
      expect((await post(app.openBrowser(), 'user')).status).toBe(401)
      const browser = await signInWithPassword(app.openBrowser())
      const spent = counts.calls.length
      await browser.submit(`${BASE}/guess/user`, { csrfToken: 'x' })
      expect([ran, counts.calls.length]).toEqual([[], spent])
    })

    test('are none without limits', async () => {
      const browser = await signInWithPassword(start({ limits: false }).openBrowser())
      expect(await statuses(5, () => post(browser, 'user'))).toEqual([200, 200, 200, 200, 200])
    })

    test('are counted in the process while the store is away', async () => {
      const app = start()
      const browser = await signInWithPassword(app.openBrowser())
      counts.fail(new Error('connect ECONNREFUSED'))
      const answers = await statuses(8, () => post(browser, 'user'))
      expect([answers[0], answers.at(-1)]).toEqual([200, 429])
    })
  },
)

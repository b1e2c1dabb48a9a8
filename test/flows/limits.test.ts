import type { Events } from '@latchstring/core/types'
import { TooManyRequests } from '@latchstring/core/errors'
import { describe, expect, test } from 'vitest'
import { BASE } from '@latchstring/test-kit/app'
import { inPart } from '@latchstring/test-kit/in-part'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { updateSession } from '@latchstring/test-kit/people'
import { DAY } from '@latchstring/test-kit/test-clock'
import { wrongCode } from './src/letters.ts'
import {
  addressAt,
  describeAnswer,
  openLimitedApp,
  RIGHT,
  submitTry,
  TRIES,
  WORLDS,
  type Ending,
  type LimitedApp,
  type Try,
} from './src/limited-app.ts'

const count = (endings: readonly Ending[], wanted: Ending): number =>
  endings.filter((one) => one === wanted).length

async function inTurn<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < times; index += 1) results.push(await work(index))
  return results
}

const many = <T>(times: number, value: T): readonly T[] =>
  Array.from({ length: times }, () => value)

const WAYS = Object.entries(TRIES)
const PATHS = WORLDS.flatMap((world) => WAYS.map(([way, attempt]) => ({ ...world, way, attempt })))

/** Both strategies, forms of the configuration and ways to count, by different ways. */
const SOME_PATHS = inPart(PATHS, (_, index) => [0, 7].includes(index))

/** Two worlds that differ in all of it. */
const TWO_WORLDS = inPart(WORLDS, (_, index) => [0, 3].includes(index))

describe.each(SOME_PATHS)(
  'Passwords tried by $way, with $strategy sessions, $config and counting $counting,',
  ({ attempt, ...world }) => {
    test('are verified five times from one address, and then refused (LIM-01, LIM-14)', async () => {
      const app = await openLimitedApp(world)
      const endings = await inTurn(12, () => attempt(app, { address: '203.0.113.7' }))
      expect(endings).toEqual([...many(5, 'wrong'), ...many(7, 'refused')])
      expect(app.compared()).toBe(5)
    })

    test.each(['ada', 'unknown'])(
      'for the account "%s" from 40 addresses are verified ten times, with the same response for all (LIM-02, LIM-13)',
      async (username) => {
        const app = await openLimitedApp(world)
        const endings = await inTurn(40, (index) =>
          attempt(app, { username, address: addressAt(index) }),
        )
        expect(count(endings, 'wrong')).toBe(40)
        expect(app.compared()).toBe(10)
      },
    )

    test('for one account are verified again after a while, so that no account is locked for good (LIM-03)', async () => {
      const app = await openLimitedApp(world)
      await inTurn(40, (index) => attempt(app, { address: addressAt(index) }))
      expect(await attempt(app, { ...RIGHT, address: '203.0.113.7' })).toBe('wrong')
      app.clock.advance(91)
      expect(await attempt(app, { ...RIGHT, address: '203.0.113.7' })).toBe('in')
    })

    test('do not count when they are correct (LIM-03)', async () => {
      const app = await openLimitedApp(world)
      const endings = await inTurn(60, () => attempt(app, { ...RIGHT, address: '203.0.113.7' }))
      expect(count(endings, 'in')).toBe(60)
    })

    test('100 times at once are verified no more often than the budget allows (LIM-06)', async () => {
      const app = await openLimitedApp(world)
      const endings = await Promise.all(
        Array.from({ length: 100 }, (_, index) => attempt(app, { address: addressAt(index) })),
      )
      expect(app.compared()).toBe(10)
      expect(count(endings, 'in')).toBe(0)
    })

    test('in a known browser have a budget of their own (LIM-02, LIM-10)', async () => {
      const app = await openLimitedApp(world)
      const own = app.openBrowser()
      await submitTry(app, { ...RIGHT, browser: own })
      const endings = await inTurn(30, () => attempt(app, { browser: own }))
      expect(endings).toEqual([...many(10, 'wrong'), ...many(20, 'refused')])
      // Another account is none of those it is known for.
      const other = await inTurn(30, () => attempt(app, { username: 'grace', browser: own }))
      expect(count(other, 'in')).toBe(0)
      expect(app.compared()).toBeLessThanOrEqual(1 + 10 + 10)
    })

    test('for one account in browsers known for another account share a budget (LIM-02, LIM-10)', async () => {
      const app = await openLimitedApp(world)
      const browsers = [app.openBrowser(), app.openBrowser(), app.openBrowser()]
      for (const browser of browsers) {
        await submitTry(app, { ...RIGHT, browser })
        await inTurn(12, () => attempt(app, { username: 'grace', browser }))
      }
      expect(app.compared()).toBe(3 + 10)
    })

    test('for any number of accounts from one network are refused after 100 (LIM-02, LIM-04)', async () => {
      const app = await openLimitedApp(world)
      const endings = await inTurn(110, (index) =>
        attempt(app, { username: `user${index}`, address: `2001:db8::${index.toString(16)}` }),
      )
      expect(count(endings, 'wrong')).toBe(100)
      expect(count(endings, 'refused')).toBe(10)
      expect(await attempt(app, { username: 'x', address: '2001:db8:0:1::1' })).toBe('wrong')
    })

    test('from unknown addresses do not share one budget of an address (LIM-05)', async () => {
      const app = await openLimitedApp(world)
      const endings = await inTurn(120, (index) => attempt(app, { username: `user${index}` }))
      expect(count(endings, 'wrong')).toBe(120)
      expect(await attempt(app, RIGHT)).toBe('in')
    })

    test('for all spellings of one account share a budget (LIM-12)', async () => {
      const app = await openLimitedApp(world)
      const spellings = [
        'Ada',
        'ADA',
        ' ada ',
        'ａda',
        'a\u200bda',
        'ada',
        `${' '.repeat(1_023)}ada`,
      ]
      await inTurn(42, (index) =>
        attempt(app, { username: spellings[index % 7] ?? '', address: addressAt(index) }),
      )
      expect(app.compared()).toBe(10)
    })

    test('put no readable name into the store and none into the log (LIM-17)', async () => {
      const app = await openLimitedApp(world)
      const username = 'canary.person@canary.example'
      await inTurn(20, () => attempt(app, { username, address: '198.51.100.77' }))
      const kept = JSON.stringify([[...app.counting.rows], app.counting.calls])
      const logged = app.errors.map((error) => `${error.message} ${String(error.stack)}`).join()
      expect(kept + logged).not.toMatch(/canary|198\.51/)
      for (const { key } of app.counting.calls) expect(key).toMatch(/^[\w-]{22}$/)
    })

    test('are verified without limit when `limits` is false', async () => {
      const app = await openLimitedApp(world, { limits: false })
      await inTurn(60, () => attempt(app, { address: '203.0.113.7' }))
      expect(app.compared()).toBe(60)
    })

    test('are limited by the configured budgets', async () => {
      const password = { account: { points: 2, window: 60 }, clientAndAccount: false } as const
      const app = await openLimitedApp(world, { limits: { password } })
      await inTurn(6, () => attempt(app, { address: '203.0.113.7' }))
      expect(app.compared()).toBe(2)
      app.clock.advance(30)
      await inTurn(6, () => attempt(app, { address: '203.0.113.7' }))
      expect(app.compared()).toBe(3)
    })

    test('are verified once more for each passed challenge, within a second budget', async () => {
      const asked: string[] = []
      const challenge = ({ action, subject }: { action: string; subject: string }): boolean => {
        asked.push(`${action} ${subject}`)
        return true
      }
      const app = await openLimitedApp(world, { limits: { challenge } })
      const endings = await inTurn(20, () => attempt(app, { address: '203.0.113.7' }))
      expect(count(endings, 'wrong')).toBe(10)
      expect(app.compared()).toBe(10)
      expect(new Set(asked)).toEqual(new Set(['password clientAndAccount']))
    })

    test('are refused when the challenge throws', async () => {
      const challenge = (): never => {
        throw new Error('The service is down.')
      }
      const app = await openLimitedApp(world, { limits: { challenge } })
      const endings = await inTurn(7, () => attempt(app, { address: '203.0.113.7' }))
      expect(count(endings, 'refused')).toBe(2)
    })
  },
)

/** Budgets that a few attempts use up for the rest of the day. */
const two = { points: 2, window: DAY }
const SMALL = { clientAndAccount: two, account: { points: 4, window: DAY } }

describe.each(SOME_PATHS)(
  'The log of passwords tried by $way, with $strategy sessions, $config and counting $counting,',
  ({ attempt, ...world }) => {
    test.each([
      { like: 'too many', type: 'TooManyRequests', subject: 'clientAndAccount', several: false },
      { like: 'wrong ones', type: 'CredentialsSignin', subject: 'account', several: true },
    ])(
      'has 100 lines a minute of those refused like $like, and one that says that there are more (LIM-15)',
      async ({ type, subject, several }) => {
        const emittedReasons: string[] = []
        const refs: (string | undefined)[] = []
        const app = await openLimitedApp(world, {
          limits: { password: several ? { account: two } : { clientAndAccount: two } },
          events: {
            signInRefused({ reason, ref }) {
              emittedReasons.push(reason)
              refs.push(ref)
            },
          },
        })
        const flood = () =>
          inTurn(110, (index) => attempt(app, { address: addressAt(several ? index : 0) }))
        const endings = await flood()
        expect(count(endings, 'refused')).toBe(several ? 0 : 108)
        const own = app.errors.slice(2, 102).map((error) => [error.type, error.cause])
        expect(own).toEqual(many(100, [type, { budget: { action: 'password', subject } }]))
        const more = `flood: More than 100 tries were refused by the budget "${subject}" of "password" within a minute. Those that follow have no line of their own.`
        expect(app.errors.slice(102)).toMatchObject([{ type: 'TooManyRequests', message: more }])
        expect(emittedReasons).toEqual([...many(2, 'CredentialsSignin'), ...many(108, type)])
        // Those that follow have one as well, in the event alone.
        expect(refs.slice(0, 102)).toEqual(app.errors.slice(0, 102).map(({ ref }) => ref))
        expect(new Set(refs).size).toBe(110)
        app.clock.advance(60)
        await flood()
        expect(app.errors).toHaveLength(2 + 101 + 101)
      },
    )

    test('has a line for each wrong one that was compared (LIM-15)', async () => {
      const roomy = { points: 1_000, window: 60 }
      const password = { account: roomy, address: roomy, clientAndAccount: roomy }
      const app = await openLimitedApp(world, { limits: { password } })
      await inTurn(120, () => attempt(app, { address: '203.0.113.7' }))
      expect(app.compared()).toBe(120)
      const lines = app.errors.map(({ type, cause }) => [type, cause])
      expect(lines).toEqual(many(120, ['CredentialsSignin', undefined]))
    })

    test('has lines of each budget for itself (LIM-15)', async () => {
      const app = await openLimitedApp(world, { limits: { password: SMALL, mail: SMALL } })
      await inTurn(110, () => attempt(app, { address: '203.0.113.7' }))
      expect(app.errors).toHaveLength(2 + 101)
      await inTurn(110, (index) => attempt(app, { address: addressAt(index) }))
      expect(app.errors).toHaveLength(2 + 101 + 2 + 101)
      const browser = app.openBrowser()
      await inTurn(12, (index) => askForMail(browser, `u${index}@example.com`))
      const budget = { action: 'mail', subject: 'browser' }
      expect(app.errors.slice(-2).map(({ cause }) => cause)).toEqual(many(2, { budget }))
    })
  },
)

const SHORT = inPart(
  PATHS.filter(({ strategy }) => strategy === 'jwt'),
  (_, index) => [0, 3].includes(index),
)

describe.each(SHORT)(
  'Passwords tried for an hour by $way, counting $counting,',
  ({ attempt, ...world }) => {
    test("are verified in the owner's browser although strangers with 1,000 addresses try for an hour (LIM-03, LIM-10)", async () => {
      const app = await openLimitedApp(world)
      const own = app.openBrowser()
      await submitTry(app, { ...RIGHT, browser: own, address: '203.0.113.7' })
      for (let minute = 0; minute < 60; minute += 1) {
        await inTurn(17, (index) => attempt(app, { address: addressAt(minute * 17 + index) }))
        app.clock.advance(60)
      }
      const stranger: Try = { ...RIGHT, address: addressAt(5_000) }
      expect(app.compared()).toBeLessThan(60)
      await inTurn(20, (index) => attempt(app, { address: addressAt(2_000 + index) }))
      expect(await attempt(app, stranger)).toBe('wrong')
      expect(await attempt(app, { ...RIGHT, browser: own, address: '203.0.113.7' })).toBe('in')
    })
  },
)

const STORED = WORLDS.filter(({ counting }) => counting === 'in the store')

describe.each(STORED)('With $strategy sessions, $config and a store that counts,', (world) => {
  test('an attempt refused by this process causes no write, and one refused by the store leaves no record (LIM-15)', async () => {
    const app = await openLimitedApp(world)
    await inTurn(5, () => TRIES['the form'](app, { address: '203.0.113.7' }))
    const before = app.counting.calls.length
    await inTurn(1_000, () => TRIES['signIn() in code'](app, { address: '203.0.113.7' }))
    expect(app.counting.calls.length).toBe(before)
    expect(app.compared()).toBe(5)
  })

  test('two processes share one budget (LIM-01, LIM-08)', async () => {
    const one = await openLimitedApp(world)
    const { spend } = one.counting.adapter
    const other = await openLimitedApp(world, {
      limits: {
        store: { spend: async (wanted) => spend?.(wanted) ?? Promise.reject(new Error()) },
      },
    })
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        TRIES['the form'](index % 2 === 0 ? one : other, { address: addressAt(index) }),
      ),
    )
    expect(one.compared() + other.compared()).toBe(10)
  })

  test('half of each budget is allowed while the store is down, and the limiterDegraded event is emitted (LIM-16)', async () => {
    const emittedReasons: string[] = []
    const events: Events = { limiterDegraded: ({ error }) => void emittedReasons.push(error.name) }
    const app = await openLimitedApp(world, { events })
    app.counting.fail(new Error('ECONNREFUSED'))
    const endings = await inTurn(20, (index) =>
      TRIES['the form'](app, { address: addressAt(index) }),
    )
    expect(app.compared()).toBe(5)
    expect(count(endings, 'in')).toBe(0)
    expect(new Set(emittedReasons)).toEqual(new Set(['AdapterError']))
    // Neither open nor shut.
    expect(await TRIES['the form'](app, { ...RIGHT, username: 'grace' })).toBe('in')
  })

  test('a store that fails during a flood allows no more attempts than one that works (LIM-16)', async () => {
    const app = await openLimitedApp(world)
    await inTurn(7, (index) => TRIES['the form'](app, { address: addressAt(index) }))
    app.counting.fail(new Error('ECONNREFUSED'))
    await inTurn(7, (index) => TRIES['the form'](app, { address: addressAt(20 + index) }))
    expect(app.compared()).toBe(7)
    app.counting.fail(null)
    await inTurn(40, (index) => TRIES['the form'](app, { address: addressAt(40 + index) }))
    expect(app.compared()).toBe(10)
  })

  test('a store that works again by the end of an attempt gets back only what it has taken (LIM-16)', async () => {
    const works = (): void => app.counting.fail(null)
    const app: LimitedApp = await openLimitedApp(world, { events: { limiterDegraded: works } })
    await TRIES['the form'](app, { address: '203.0.113.7' })
    const before = [...app.counting.rows]
    app.counting.fail(new Error('ECONNREFUSED'))
    const right = { ...RIGHT, address: '203.0.113.7' }
    expect(await TRIES['the form'](app, right)).toBe('in')
    expect([...app.counting.rows]).toEqual(before)
  })
})

describe.each(TWO_WORLDS)(
  'After the lines of the log, with $strategy sessions, $config and counting $counting,',
  (world) => {
    test.each(['text/html', 'application/json'])(
      'refused attempts get the same response as before, as %s (LIM-13, LIM-15)',
      async (accept) => {
        const app = await openLimitedApp(world, { limits: { password: SMALL } })
        const browser = app.openBrowser()
        const csrfToken = await browser.csrf(BASE)
        const fields = { csrfToken, username: 'ada', password: 'wrong' }
        const answer = async (address: string): Promise<string> => {
          const headers = { 'x-client': address, accept, 'x-csrf': '' }
          const url = `${BASE}/callback/credentials`
          return describeAnswer(await browser.submit(url, fields, headers))
        }
        const logged = await inTurn(110, () => answer('203.0.113.7'))
        expect(new Set(logged.slice(2)).size).toBe(1)
        const unlogged = await inTurn(110, (index) => answer(addressAt(index)))
        expect(new Set([...logged.slice(0, 2), ...unlogged]).size).toBe(1)
        expect(app.errors).toHaveLength(2 + 101 + 2 + 101)
      },
    )

    test('signIn() in code throws the same error as before (LIM-14, LIM-15)', async () => {
      const app = await openLimitedApp(world, { limits: { password: SMALL } })
      const headers = new Headers({ host: 'app.example', 'x-client': '203.0.113.7' })
      const fields = { username: 'ada', password: 'wrong' }
      const thrown = await inTurn(110, () =>
        app.auth.signIn({ headers }, 'credentials', fields).catch((error: unknown) => error),
      )
      const budget = { action: 'password', subject: 'clientAndAccount' }
      for (const error of thrown.slice(2)) {
        expect(error).toBeInstanceOf(TooManyRequests)
        expect(error).toMatchObject({ retryAfter: DAY / 2, cause: { budget } })
        expect(error).toHaveProperty('ref', expect.stringMatching(/^\w{8}$/))
      }
      expect(app.errors).toHaveLength(2 + 101)
    })

    test('updates of a session are refused as before (LIM-15)', async () => {
      const app = await openLimitedApp(world, { limits: { update: { browser: two } } })
      const browser = app.openBrowser()
      await submitTry(app, { ...RIGHT, browser })
      const statuses = await inTurn(110, async () => (await updateSession(browser, {})).status)
      expect(statuses).toEqual([200, 200, ...many(108, 429)])
      expect(app.errors).toHaveLength(101)
      const budget = { action: 'update', subject: 'browser' }
      expect(app.errors.slice(0, 100).map(({ cause }) => cause)).toEqual(many(100, { budget }))
      expect(app.errors[100]?.message).toContain('flood: More than 100 tries')
    })
  },
)

describe('The response to a refused attempt', () => {
  const world = { strategy: 'jwt', config: 'an object', counting: 'in memory' } as const

  async function refused(app: LimitedApp, username: string, accept: string): Promise<Response> {
    const browser = app.openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const send = async (): Promise<Response> =>
      browser.submit(
        `${BASE}/callback/credentials`,
        { csrfToken, username, password: 'wrong' },
        { 'x-client': '203.0.113.7', accept, 'x-csrf': '' },
      )
    return (await inTurn(6, send)).at(-1) ?? Response.error()
  }

  test.each(['text/html', 'application/json'])(
    'is 429 with Retry-After as %s, and the same for a known and an unknown account (LIM-07, LIM-13, LIM-18)',
    async (accept) => {
      const known = await refused(await openLimitedApp(world), 'ada', accept)
      const unknown = await refused(await openLimitedApp(world), 'unknown', accept)
      expect(known.status).toBe(429)
      expect(known.headers.get('retry-after')).toBe('60')
      expect(await describeAnswer(unknown)).toBe(await describeAnswer(known))
    },
  )

  test('has a whole number of seconds in Retry-After, between 1 and the window (LIM-18)', async () => {
    for (const [points, window] of [
      [1, 1],
      [1, 60],
      [7, 10],
      [100, 3],
      [3, 86_400],
    ] as const) {
      const limits = { password: { clientAndAccount: { points, window } } }
      const app = await openLimitedApp(world, { limits })
      const browser = app.openBrowser()
      await inTurn(points, () => submitTry(app, { browser, address: '203.0.113.7' }))
      app.clock.advance(0.0007)
      const response = await submitTry(app, { browser, address: '203.0.113.7' })
      const seconds = Number(response.headers.get('retry-after'))
      if (response.status !== 429) continue
      expect(Number.isInteger(seconds)).toBe(true)
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(window)
    }
  })

  test("equals the response to a wrong password when the account's budget is used up, cookies included (LIM-13)", async () => {
    const app = await openLimitedApp(world)
    const first = await submitTry(app, { address: addressAt(0) })
    await inTurn(20, (index) => submitTry(app, { address: addressAt(1 + index) }))
    const last = await submitTry(app, { ...RIGHT, address: addressAt(90) })
    expect(await describeAnswer(last)).toBe(await describeAnswer(first))
  })
})

describe.each(TWO_WORLDS)(
  'Mails, with $strategy sessions, $config and counting $counting,',
  (world) => {
    test('to one mailbox are limited to five an hour over 200 browsers and addresses and four spellings, with the same response (MAG-11, LIM-12, LIM-13)', async () => {
      const app = await openLimitedApp(world)
      const spellings = [
        'ada@example.com',
        'ADA@Example.COM',
        'ada+news@example.com',
        'ada+1@EXAMPLE.com',
      ]
      const answers = await inTurn(200, async (index) => {
        const { status, headers } = await askForMail(app.openBrowser(), spellings[index % 4], {
          'x-client': addressAt(index),
        })
        return `${status} ${headers.get('location')}`
      })
      expect(new Set(answers).size).toBe(1)
      expect(app.box.letters).toHaveLength(5)
      app.clock.advance(DAY)
      await inTurn(200, (index) =>
        askForMail(app.openBrowser(), 'ada@example.com', { 'x-client': addressAt(index) }),
      )
      expect(app.box.letters.length).toBeLessThanOrEqual(10)
    })

    test.each([
      [
        'the same address with international letters',
        'ada@bücher.example',
        'ada@xn--bcher-kva.example',
      ],
      ['dots, which Gmail drops', 'a.d.a@gmail.com', 'ada@googlemail.com'],
    ])('to %s share a budget (LIM-12)', async (_what, one, other) => {
      const app = await openLimitedApp(world)
      await inTurn(10, (index) => askForMail(app.openBrowser(), index % 2 === 0 ? one : other))
      expect(app.box.letters).toHaveLength(5)
    })

    test('are warned of once when four fifths of the budget of the application are spent', async () => {
      const warnings: string[] = []
      const logger = {
        error: () => undefined,
        warn: (code: string) => void warnings.push(code),
      }
      const limits = { mail: { application: { points: 10, window: 3600 } } }
      const app = await openLimitedApp(world, { limits, logger })
      const ask = (index: number) =>
        askForMail(app.openBrowser(), `u${index}@example.com`, { 'x-client': addressAt(index) })
      await inTurn(8, ask)
      expect(warnings).not.toContain('limit-near')
      await inTurn(2, (index) => ask(8 + index))
      expect(warnings.filter((code) => code === 'limit-near')).toEqual(['limit-near'])
      expect(app.box.letters).toHaveLength(10)
    })

    test('share a budget as the mailbox function of the application says (LIM-12)', async () => {
      const app = await openLimitedApp(world, { limits: { inbox: (address) => address } })
      await inTurn(7, () => askForMail(app.openBrowser(), 'ada+one@example.com'))
      await inTurn(7, () => askForMail(app.openBrowser(), 'ada+two@example.com'))
      expect(app.box.letters).toHaveLength(10)
    })

    test('requested by one browser are limited to ten an hour, and by one address to thirty (LIM-01, MAG-11)', async () => {
      const app = await openLimitedApp(world)
      const browser = app.openBrowser()
      const fromBrowser = await inTurn(12, (index) => askForMail(browser, `u${index}@example.com`))
      expect(fromBrowser.filter(({ status }) => status === 429)).toHaveLength(2)
      const fromAddress = await inTurn(32, (index) =>
        askForMail(app.openBrowser(), `v${index}@example.com`, { 'x-client': '203.0.113.7' }),
      )
      expect(fromAddress.filter(({ status }) => status === 429)).toHaveLength(2)
      expect(app.box.letters).toHaveLength(40)
    })

    test('that are refused look up no user and store no token (LIM-15)', async () => {
      const app = await openLimitedApp(world)
      await inTurn(5, () => askForMail(app.openBrowser()))
      const { tokens } = app.store
      const before = tokens.length
      await inTurn(20, () => askForMail(app.openBrowser()))
      expect(app.store.tokens.length).toBe(before)
    })

    test('are still sent to the owner in a browser that opened one before, when strangers used up the budget (LIM-10)', async () => {
      const app = await openLimitedApp(world)
      const own = app.openBrowser()
      await askForMail(own)
      const csrfToken = await own.csrf(BASE)
      await own.submit(`${BASE}/callback/mail`, { csrfToken, code: app.box.last().code })
      await inTurn(20, () => askForMail(app.openBrowser()))
      const before = app.box.letters.length
      await askForMail(app.openBrowser())
      expect(app.box.letters.length).toBe(before)
      await askForMail(own)
      expect(app.box.letters.length).toBe(before + 1)
    })

    test('requested in the browsers that an inbox is known in share a budget, however many its owner makes (LIM-12)', async () => {
      const app = await openLimitedApp(world)
      const known = await inTurn(5, async () => {
        const browser = app.openBrowser()
        await askForMail(browser)
        const csrfToken = await browser.csrf(BASE)
        await browser.submit(`${BASE}/callback/mail`, { csrfToken, code: app.box.last().code })
        return browser
      })
      await inTurn(20, (index) => askForMail(known[index % 5] ?? app.openBrowser()))
      expect(app.box.letters.length).toBe(10)
    })
  },
)

describe.each(TWO_WORLDS)(
  'Codes of mails, with $strategy sessions, $config and counting $counting,',
  (world) => {
    test('to one address are compared twenty times a day across all of its mails (LIM-11)', async () => {
      const app = await openLimitedApp(world, { limits: { mail: false } })
      const guessed = await inTurn(12, async () => {
        const browser = app.openBrowser()
        await askForMail(browser)
        const { code } = app.box.last()
        const csrfToken = await browser.csrf(BASE)
        const endings = await inTurn(4, () =>
          browser.submit(`${BASE}/callback/mail`, { csrfToken, code: wrongCode(code) }),
        )
        for (const { headers } of endings) expect(headers.get('location')).toContain('Verification')
        const right = await browser.submit(`${BASE}/callback/mail`, { csrfToken, code })
        return right.headers.get('location')?.endsWith('/inside') === true
      })
      // Four wrong ones each: after the twentieth not even the right one is compared.
      expect(guessed).toEqual([...many(4, true), ...many(8, false)])
    })
  },
)

test('Updates of a session are refused when one browser makes too many (LIM-01)', async () => {
  const world = { strategy: 'jwt', config: 'an object', counting: 'in memory' } as const
  const app = await openLimitedApp(world, {
    limits: { update: { browser: { points: 3, window: 60 } } },
  })
  const browser = app.openBrowser()
  await submitTry(app, { ...RIGHT, browser })
  const statuses = await inTurn(5, async () => (await updateSession(browser, {})).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import { createSessionContext, sealValue, toContext, type Context } from '../request/context.ts'
import { fromRequest } from '../http/incoming.ts'
import type { AdapterSpend, AdapterSpent } from '../types/adapter-limits.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Events } from '../types/events.ts'
import type { ClientAddress, LimitedAction, LimitsOptions } from '../types/limits.ts'
import { accountText, findKnownAccount, rememberDevice } from './device.ts'
import { spend, spendOrThrow } from './spend.ts'
import { findKnownAddress, selectBudgets, toCharge, type TriedAs } from './subjects.ts'

const URL_OF_ACTION = 'https://app.example/auth/callback/credentials'
const CSRF = '__Host-latchstring.csrf-token'
const DEVICE = '__Host-latchstring.device'
const START = 1_700_000_000_000
const ONE = { points: 1, window: 60 }

/** The requests of a store, and its answer. */
const asked: AdapterSpend[] = []
let decideSpend: (wanted: AdapterSpend) => AdapterSpent
let now = START
let warnings: string[]
let errors: Error[]

beforeEach(() => {
  asked.length = 0
  decideSpend = () => ({ allowed: true, retryAfter: 0 })
  now = START
  warnings = []
  errors = []
})

const store = {
  spend: (wanted: AdapterSpend): AdapterSpent => {
    asked.push(wanted)
    return decideSpend(wanted)
  },
}

type Application = (
  headers?: Readonly<Record<string, string>>,
  peer?: string,
  providerId?: string,
) => Context

function start(
  limits: LimitsOptions | false,
  {
    clientAddress = { header: 'x-client' },
    mode = 'test',
    ...rest
  }: Pick<AuthConfig, 'audience' | 'events' | 'secret'> & {
    readonly clientAddress?: ClientAddress | 'unset'
    readonly mode?: string
  } = {},
): Application {
  const config = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      ...(clientAddress === 'unset' ? {} : { clientAddress }),
      logger: {
        warn: (code, detail = '') => void warnings.push(`${code} ${detail}`.trim()),
        error: (error) => void errors.push(error),
      },
      ...rest,
      limits,
    },
    {
      env: { NODE_ENV: mode, AUTH_URL: 'https://app.example' },
      clock: () => now,
      basePath: '/auth',
    },
  )
  return (headers = {}, peer, providerId = 'credentials') => {
    const original = fromRequest(
      new Request(URL_OF_ACTION, { method: 'POST', headers: { host: 'app.example', ...headers } }),
      undefined,
      peer,
    )
    const request = {
      method: 'POST',
      action: 'callback',
      ...(providerId === '' ? {} : { providerId }),
      query: new Map(),
      duplicates: new Set<string>(),
      body: new Map([['captcha', 'solved']]),
      headers: original.headers,
    } as const
    const session = createSessionContext(config, original)
    return toContext(session, { request, original, returnTo: '/' })
  }
}

/** Budgets of passwords by subject, and no others. */
const only = (password: NonNullable<Exclude<LimitsOptions['password'], false>>): LimitsOptions => ({
  password: {
    device: false,
    clientAndAccount: false,
    address: false,
    browser: false,
    account: false,
    application: false,
    ...password,
  },
})

// A matcher has the type of what it is compared with.
const KEY = expect.stringMatching(/^[\w-]{22}$/) as unknown

const ADA = { names: ['name ada'] }

async function listCharges(context: Context, action: LimitedAction, tried: TriedAs) {
  const { limits } = context.config
  if (!limits) throw new Error('There are no limits.')
  const series = { action, series: '' } as const
  const budgets = await selectBudgets(context, limits, action, tried)
  return Promise.all(budgets.map(async (one) => toCharge(context.config, limits, series, one)))
}

describe('An attempt', () => {
  it('spends one point of each budget, in milliseconds, under a key of 128 bits that reveals no name (LIM-17)', async () => {
    const app = start({ ...only({ account: [ONE, { points: 7, window: 10 }] }), store })
    expect((await spend(app(), 'password', ADA)).allowed).toBe(true)
    expect(asked).toEqual([
      { key: KEY, interval: 60_000, burst: 60_000, now },
      // Rounded up, so that no point returns early.
      { key: KEY, interval: 1_429, burst: 10_003, now },
    ])
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2)
  })

  it('is counted separately for each action, subject, name and application that shares the store (LIM-02)', async () => {
    const limits: LimitsOptions = {
      password: { clientAndAccount: false, address: false, account: ONE, application: ONE },
      code: { address: false, account: ONE },
      store,
    }
    await spend(start(limits)(), 'password', ADA)
    await spend(start(limits)(), 'password', { names: ['name grace'] })
    await spend(start(limits)(), 'code', ADA)
    await spend(start(limits, { audience: 'https://other.example' })(), 'code', ADA)
    const keys = asked.map(({ key }) => key)
    const [adas, everybodys, graces, everybodysAgain, code, codeThere] = keys
    expect(everybodysAgain).toBe(everybodys)
    expect(new Set([adas, everybodys, graces, code, codeThere]).size).toBe(5)
  })

  it('is refused by the first budget without a point, and spends nothing of the others (LIM-03)', async () => {
    const two = { points: 2, window: 60 }
    const app = start({ ...only({ address: two, account: ONE }), store })
    const headers = { 'x-client': '203.0.113.7' }
    expect((await spend(app(headers), 'password', ADA)).allowed).toBe(true)
    asked.length = 0
    const refused = await spend(app(headers), 'password', ADA)
    expect(refused).toMatchObject({ allowed: false, subject: 'account', retryAfter: 60 })
    expect(asked).toEqual([])
    expect((await spend(app(headers), 'password', { names: ['name grace'] })).allowed).toBe(true)
  })

  it('is counted at once: of many at the same time as many pass as there are points (LIM-06)', async () => {
    const app = start(only({ account: { points: 3, window: 60 } }))
    const tries = Array.from({ length: 8 }, async () => spend(app(), 'password', ADA))
    expect((await Promise.all(tries)).filter(({ allowed }) => allowed)).toHaveLength(3)
  })

  it('that this process refuses has no key made for the budgets after the one that refuses (LIM-15)', async () => {
    const budgets = { clientAndAccount: ONE, address: ONE, account: ONE, application: ONE }
    const app = start({ ...only(budgets), store })
    const sign = vi.spyOn(app().config.macs, 'sign')
    const countKeys = async (name: string, address: string): Promise<number> => {
      sign.mockClear()
      await spend(app({ 'x-client': address }), 'password', { names: [name] })
      return sign.mock.calls.length
    }
    expect(await countKeys('name ada', '203.0.113.7')).toBe(4)
    expect(await countKeys('name ada', '203.0.113.7')).toBe(1)
    expect(await countKeys('name grace', '203.0.113.7')).toBe(2)
    expect(await countKeys('name ada', '203.0.113.8')).toBe(3)
    expect(await countKeys('name grace', '203.0.113.8')).toBe(4)
    expect(asked).toHaveLength(4)
  })

  it('that the store refuses returns the points it spent there and in memory (LIM-15)', async () => {
    const app = start({ ...only({ account: ONE, application: ONE }), store })
    decideSpend = ({ interval }) =>
      asked.length < 2 || interval < 0
        ? { allowed: true, retryAfter: 0 }
        : { allowed: false, retryAfter: 1_500 }
    const refused = await spend(app(), 'password', ADA)
    expect(refused).toMatchObject({ allowed: false, subject: 'application', retryAfter: 2 })
    const [account, application, back, ...more] = asked
    expect(back).toEqual({ ...account, interval: -60_000 })
    expect(application?.key).not.toBe(account?.key)
    expect(more).toEqual([])
    decideSpend = () => ({ allowed: true, retryAfter: 0 })
    expect((await spend(app(), 'password', ADA)).allowed).toBe(true)
  })

  it.each([
    [0, 1],
    [1, 1],
    [1_001, 2],
    [60_000, 60],
    [600_000, 60],
  ])('that has to wait %i ms gets a whole number of seconds, %i (LIM-18)', async (ms, seconds) => {
    const app = start({ ...only({ account: ONE }), store })
    decideSpend = () => ({ allowed: false, retryAfter: ms })
    expect(await spend(app(), 'password', ADA)).toMatchObject({ retryAfter: seconds })
  })

  it('of a budget with fractional seconds gets at most the whole seconds of its window (LIM-18)', async () => {
    const app = start({ ...only({ account: { points: 1, window: 2.5 } }), store })
    decideSpend = () => ({ allowed: false, retryAfter: 2_400 })
    expect(await spend(app(), 'password', ADA)).toMatchObject({ retryAfter: 2 })
  })

  it('returns its points once, to the named budgets or to all (LIM-03)', async () => {
    const app = start({ ...only({ account: ONE, application: ONE }), store })
    const first = await spend(app(), 'password', ADA)
    if (!first.allowed) throw new Error('It is the first.')
    await first.refund(['account'])
    expect(asked.slice(2)).toEqual([{ ...asked[0], interval: -60_000 }])
    expect(await spend(app(), 'password', ADA)).toMatchObject({ subject: 'application' })
    now += 60_000
    const second = await spend(app(), 'password', ADA)
    if (!second.allowed) throw new Error('The minute is over.')
    await second.refund()
    expect((await spend(app(), 'password', ADA)).allowed).toBe(true)
  })

  it('whose points the store cannot take back is counted there, and the log says so without what was thrown (LIM-16, LIM-17)', async () => {
    const app = start({ ...only({ account: ONE }), store })
    const tried = await spend(app(), 'password', ADA)
    if (!tried.allowed) throw new Error('It is the first.')
    decideSpend = () => {
      throw Object.assign(new Error('The key was …'), { code: '40001' })
    }
    await expect(tried.refund()).resolves.toBeUndefined()
    expect(warnings).toEqual(['limit-refund It reported 40001.'])
  })

  it('spends nothing with `limits: false`, and its points can be returned nevertheless', async () => {
    const tried = await spend(start(false)(), 'password', ADA)
    if (!tried.allowed) throw new Error('Nothing is limited.')
    await expect(tried.refund()).resolves.toBeUndefined()
    expect((await spendOrThrow(start(false)(), 'password', ADA)).allowed).toBe(true)
  })

  it('that is refused can be thrown as an error with the seconds to wait and the reason (LIM-07)', async () => {
    const app = start(only({ account: ONE }))
    await expect(spendOrThrow(app(), 'password', ADA)).resolves.toMatchObject({ allowed: true })
    await expect(spendOrThrow(app(), 'password', ADA)).rejects.toMatchObject({
      type: 'TooManyRequests',
      cause: { budget: { action: 'password', subject: 'account' } },
      message: 'The budget "account" of "password" is used up: 1 in 60 seconds.',
      retryAfter: 60,
    })
  })

  it('without a name spends the budgets of address, browser and application', async () => {
    const app = start({ ...only({ account: ONE, application: ONE }), store })
    await spendOrThrow(app(), 'password')
    expect(asked).toHaveLength(1)
    await expect(spendOrThrow(app(), 'password')).rejects.toMatchObject({
      message: 'The budget "application" of "password" is used up: 1 in 60 seconds.',
    })
  })
})

describe('The budgets of an attempt', () => {
  const all = only({
    device: ONE,
    clientAndAccount: ONE,
    address: ONE,
    browser: ONE,
    account: ONE,
    application: ONE,
  })
  const subjects = async (context: Context, tried: TriedAs): Promise<string> =>
    (await listCharges(context, 'password', tried)).map(({ subject }) => subject).join(' ')

  it("are the client's own first, then those of each name, and that of the application last", async () => {
    const headers = { 'x-client': '203.0.113.7', cookie: `${CSRF}=one` }
    const tried = { names: ['name ada', 'name grace'] }
    expect(await subjects(start(all)(headers), tried)).toBe(
      'clientAndAccount clientAndAccount address browser account account application',
    )
  })

  it('do not include those of an unknown address or browser (LIM-05)', async () => {
    expect(await subjects(start(all)(), ADA)).toBe('account application')
    expect(await subjects(start(all)({ cookie: `${CSRF}=one` }), ADA)).toBe(
      'clientAndAccount browser account application',
    )
  })

  it('of client and account are counted by the address, or by the browser if the address is unknown', async () => {
    const key = async (headers: Readonly<Record<string, string>>): Promise<string | undefined> => {
      const app = start(only({ clientAndAccount: ONE }))
      return (await listCharges(app(headers), 'password', ADA))[0]?.key
    }
    const [one, other] = [{ cookie: `${CSRF}=one` }, { cookie: `${CSRF}=other` }]
    const here = { 'x-client': '203.0.113.7' }
    expect(await key({ ...one, ...here })).toBe(await key({ ...other, ...here }))
    expect(await key(one)).not.toBe(await key(other))
    expect(await key(one)).not.toBe(await key({ ...one, ...here }))
    expect(await key({ ...here, 'x-client': '203.0.113.8' })).not.toBe(await key(here))
  })

  it('are only those that are configured for the action', async () => {
    const context = start({})({ 'x-client': '203.0.113.7', cookie: `${CSRF}=one` })
    const charges = await listCharges(context, 'webauthn', ADA)
    expect(charges.map(({ subject, budget: { points } }) => [subject, points])).toEqual([
      ['address', 300],
      ['browser', 60],
      ['application', 1_000],
    ])
  })

  it('have the same keys in every version, so that processes of two versions count together', async () => {
    const context = start(only({ application: ONE }))()
    const charges = await listCharges(context, 'password', {})
    expect(charges.map(({ key }) => key)).toEqual(['utA1M_yvZPqScrKi1dEhNf'])
  })

  it('need no address with `limits: false`', async () => {
    expect(await findKnownAddress(start(false)({ 'x-client': '203.0.113.7' }))).toBeUndefined()
  })
})

describe('An unknown client address', () => {
  it('is logged as a warning once in production, with the line to write (LIM-05)', async () => {
    const app = start(only({ account: ONE }), { clientAddress: 'unset', mode: 'production' })
    await spend(app(), 'password', ADA)
    expect(warnings).toEqual([
      expect.stringMatching(/^client-address .*clientAddress: 'nginx' .* 'vercel' .* 'peer' /),
    ])
  })

  it('is not logged in development, where it is usual', async () => {
    const unset = { clientAddress: 'unset', mode: 'development' } as const
    await spend(start(only({ account: ONE }), unset)(), 'password', ADA)
    expect(warnings).toEqual([])
  })

  it('is not logged where the connection has the address', async () => {
    const app = start(only({ address: ONE }), { clientAddress: 'unset', mode: 'production' })
    await spend(app({}, '203.0.113.7'), 'password', ADA)
    expect(await spend(app({}, '203.0.113.7'), 'password', ADA)).toMatchObject({
      subject: 'address',
    })
    expect(warnings).toEqual([])
  })

  it('does not cause a refusal after a function threw, and the log has the error (LIM-05)', async () => {
    const clientAddress = (): never => {
      throw new Error('No such header.')
    }
    const app = start(only({ address: ONE }), { clientAddress, mode: 'production' })
    expect((await spend(app(), 'password', ADA)).allowed).toBe(true)
    expect((await spend(app(), 'password', ADA)).allowed).toBe(true)
    expect(errors).toHaveLength(2)
    const { name, message, cause } = errors[0] ?? new Error('There is none.')
    expect([name, message]).toEqual(['CallbackRouteError', 'The `clientAddress` function threw.'])
    expect(cause).toMatchObject({ err: { message: 'No such header.' } })
    expect(warnings).toEqual([])
  })
})

describe('A store of budgets that is down', () => {
  const away = (): never => {
    throw new Error('ECONNREFUSED')
  }

  it('lets each process spend half of a budget, and causes a warning and an event (LIM-16)', async () => {
    const emitted: Error[] = []
    const events: Events = { limiterDegraded: ({ error }) => void emitted.push(error) }
    const limits = { ...only({ account: { points: 4, window: 60 } }), store }
    const app = start(limits, { events })
    decideSpend = away
    const first = await spend(app(), 'password', ADA)
    const second = await spend(app(), 'password', ADA)
    const third = await spend(app(), 'password', ADA)
    expect([first.allowed, second.allowed]).toEqual([true, true])
    expect(third).toMatchObject({ allowed: false, subject: 'account', retryAfter: 15 })
    expect(emitted.map(({ message }) => message)).toEqual(
      Array.from({ length: 3 }, () => 'ECONNREFUSED'),
    )
    expect(new Set(warnings)).toEqual(new Set(['limit-store']))
    // A refused charge is refunded, so that the next one waits no longer.
    now += 15_000
    expect((await spend(app(), 'password', ADA)).allowed).toBe(true)
  })
})

describe('A budget that is used up', () => {
  function collectEvents(limits: LimitsOptions): {
    readonly app: Application
    readonly messages: unknown[]
  } {
    const messages: unknown[] = []
    const events: Events = { limitReached: (message) => void messages.push(message) }
    return { app: start(limits, { events }), messages }
  }

  it('causes one event per window, with its subject and the names tried (LOG-03)', async () => {
    const { app, messages } = collectEvents(only({ account: ONE }))
    const headers = { 'x-client': '203.0.113.7' }
    for (let time = 0; time < 5; time += 1) await spend(app(headers), 'password', ADA)
    const message = { action: 'password', subject: 'account', budget: ONE, retryAfter: 60 }
    const who = { provider: 'credentials', identifiers: ['ada'], address: '203.0.113.7' }
    expect(messages).toStrictEqual([{ ...message, ...who }])
    expect(errors).toEqual([])
    now += 60_000
    for (let time = 0; time < 5; time += 1) await spend(app(), 'password', ADA)
    // The same budget, with another name.
    await spend(app(), 'password', { names: ['name grace', ...ADA.names] })
    // Without an unknown address.
    expect(messages).toHaveLength(2)
    expect(messages[1]).toStrictEqual({ ...message, provider: 'credentials', identifiers: ['ada'] })
  })

  it('by attempts without a name causes an event without names', async () => {
    const { app, messages } = collectEvents(only({ application: ONE }))
    await spend(app(), 'password')
    await spend(app(), 'password')
    const message = { action: 'password', subject: 'application', budget: ONE, retryAfter: 60 }
    expect(messages).toStrictEqual([{ ...message, provider: 'credentials' }])
    now += 60_000
    await spend(app(), 'password')
    await spend(app({}, undefined, ''), 'password')
    expect(messages[1]).toStrictEqual(message)
  })

  it('causes an event of its own beside another that is used up', async () => {
    const address = { points: 2, window: 3_600 }
    const { app, messages } = collectEvents(only({ address, account: ONE }))
    const headers = { 'x-client': '203.0.113.7' }
    const names = ['ada', 'ada', 'grace', 'mary', 'mary'].map((name) => `name ${name}`)
    for (const name of names) await spend(app(headers), 'password', { names: [name] })
    expect(messages).toMatchObject([
      { subject: 'account', identifiers: ['ada'] },
      { subject: 'address', identifiers: ['mary'] },
    ])
  })

  it('can be passed only by a challenge that returns true, within as many attempts again at the same action', async () => {
    const limits = { ...only({ account: ONE }), code: { address: false, account: ONE } } as const
    for (const passed of [true, false, 'true', 1, undefined]) {
      // A function without types may return any value.
      const challenge = vi.fn((_question: object) => passed as boolean)
      const app = start({ ...limits, challenge })
      const endings: boolean[] = []
      for (const action of ['password', 'code', 'password', 'code', 'password', 'code'] as const) {
        endings.push((await spend(app(), action, ADA)).allowed)
      }
      expect(endings).toEqual([true, true, passed === true, passed === true, false, false])
      expect(challenge.mock.calls[0]?.[0]).toMatchObject({
        action: 'password',
        subject: 'account',
        fields: new Map([['captcha', 'solved']]),
        request: { url: URL_OF_ACTION },
      })
    }
  })

  it('is not passed by a challenge that throws, which is logged', async () => {
    const challenge = async (): Promise<never> => Promise.reject(new Error('It is down.'))
    const app = start({ ...only({ account: ONE }), challenge })
    await spend(app(), 'password', ADA)
    const refused = await spend(app(), 'password', ADA)
    expect(refused).toMatchObject({ allowed: false, subject: 'account', retryAfter: 60 })
    expect(errors.map(({ message }) => message)).toEqual(['The `limits.challenge` function threw.'])
  })
})

describe('The budget of an application', () => {
  const mails = (points: number): LimitsOptions => ({
    mail: { account: false, address: false, browser: false, application: { points, window: 3600 } },
  })

  /** The number of the mail that causes a warning, or 0. */
  async function warnedAfter(limits: LimitsOptions, tries: number): Promise<number> {
    const app = start(limits)
    for (let count = 1; count <= tries; count += 1) {
      await spend(app(), 'mail', { names: [`mailbox ${count}`] })
      if (warnings.some((line) => line.startsWith('limit-near'))) return count
    }
    return 0
  }

  it.each([
    [10, 9],
    [7, 7],
    [100, 81],
  ])(
    'of %d mails causes a warning with mail %d, which names the option',
    async (points, warned) => {
      expect(await warnedAfter(mails(points), points)).toBe(warned)
      expect(warnings).toEqual([
        `limit-near It is \`limits.mail.application\`: ${points} in 3600 seconds.`,
      ])
    },
  )

  it('causes no warning while that of an address is used up', async () => {
    const { mail } = mails(100)
    const limits: LimitsOptions = { mail: { ...mail, address: { points: 5, window: 3600 } } }
    const app = start(limits)
    for (let count = 1; count <= 5; count += 1) {
      expect(await spend(app({ 'x-client': '203.0.113.7' }), 'mail')).toMatchObject({
        allowed: true,
      })
    }
    expect(warnings).toEqual([])
  })

  it('is asked of the store again where four fifths are used there, and warned of', async () => {
    // Others have used up as much.
    decideSpend = ({ burst }) => ({ allowed: burst === 3_600_000, retryAfter: 1 })
    const app = start({ ...mails(10), store })
    const tried = await spend(app(), 'mail')
    expect(tried.allowed).toBe(true)
    const whole = { key: KEY, interval: 360_000, burst: 3_600_000, now }
    expect(asked).toEqual([{ ...whole, burst: 2_880_000 }, whole])
    expect(warnings).toEqual(['limit-near It is `limits.mail.application`: 10 in 3600 seconds.'])
    if (tried.allowed) await tried.refund()
    expect(asked.slice(2)).toEqual([{ ...whole, interval: -360_000 }])
  })

  it('of passwords causes a warning as well', async () => {
    const app = start(only({ application: { points: 10, window: 60 } }))
    for (let count = 0; count < 9; count += 1) await spend(app(), 'password')
    expect(warnings).toEqual(['limit-near It is `limits.password.application`: 10 in 60 seconds.'])
  })

  it('causes no warning where it is turned off, nor where it is too small', async () => {
    const off = { account: false, address: false, browser: false, application: false } as const
    expect(await warnedAfter({ mail: off }, 20)).toBe(0)
    expect(await warnedAfter({ mail: false }, 20)).toBe(0)
    const app = start(only({ application: { points: 2, window: 60 } }))
    for (let count = 0; count < 4; count += 1) await spend(app(), 'password', ADA)
    expect(warnings).toEqual([])
  })
})

const isKnownDevice = async (...given: Parameters<typeof findKnownAccount>): Promise<boolean> =>
  (await findKnownAccount(...given)) !== undefined

describe('A browser in which an account was proven', () => {
  const account = (name: string): { readonly by: string; readonly name: string } => ({
    by: 'credentials',
    name,
  })

  /** Proves accounts, one after the other, and returns the cookie of the browser. */
  async function remember(app: Application, ...names: readonly string[]): Promise<string> {
    let cookie = ''
    for (const name of names) {
      const context = app(cookie === '' ? {} : { cookie })
      const result = { kind: 'redirect', to: '/', jar: context.jar } as const
      const { jar } = await rememberDevice(context, result, account(name))
      const change = jar.changes().find((one) => one.name === DEVICE)
      if (!change) return ''
      expect(change.options.maxAge).toBe(31_536_000)
      cookie = `${DEVICE}=${change.value}`
    }
    return cookie
  }

  const known = async (
    app: Application,
    cookie: string,
    names: readonly string[],
  ): Promise<readonly boolean[]> =>
    Promise.all(names.map(async (name) => isKnownDevice(app({ cookie }), account(name))))

  it('is known for the last four accounts, and no longer for the oldest (LIM-10)', async () => {
    const app = start({})
    const names = ['a', 'b', 'c', 'd', 'e']
    const cookie = await remember(app, ...names)
    expect(await known(app, cookie, [...names, 'f'])).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ])
    // An account that is proven twice is kept once.
    const twice = await remember(app, 'b', 'a', 'a', 'c', 'd')
    expect(await known(app, twice, ['a', 'b', 'c', 'd'])).toEqual([true, true, true, true])
    // An account that is proven again is the latest.
    const again = await remember(app, 'a', 'b', 'c', 'd', 'a', 'e')
    expect(await known(app, again, names)).toEqual([true, false, true, true, true])
  })

  it('is unknown to another provider, at another host, and with another cookie (EQV-01, LIM-10)', async () => {
    const app = start({})
    const cookie = await remember(app, 'a')
    const context = app({ cookie })
    const elsewhere = { ...context, origin: { href: 'https://b.app.example', secure: true } }
    expect(await isKnownDevice(context, account('a'))).toBe(true)
    expect(await isKnownDevice(context, { by: 'mail', name: 'a' })).toBe(false)
    expect(await isKnownDevice(elsewhere, account('a'))).toBe(false)
    expect(await isKnownDevice(app({ cookie: `${DEVICE}=x` }), account('a'))).toBe(false)
    expect(await isKnownDevice(app(), account('a'))).toBe(false)
  })

  it('stays known after a rotation of the secret, and is stored once (LIM-10)', async () => {
    const old = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'
    const newer = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'
    const before = await remember(start({}, { secret: old }), 'a', 'b', 'c', 'd')
    const app = start({}, { secret: [newer, old] })
    const context = app({ cookie: before })
    const result = { kind: 'redirect', to: '/', jar: context.jar } as const
    const { jar } = await rememberDevice(context, result, account('a'))
    const cookie = `${DEVICE}=${jar.changes()[0]?.value}`
    expect(await known(app, cookie, ['a', 'b', 'c', 'd'])).toEqual([true, true, true, true])
  })

  it('is unknown with a cookie of another content, and keeps the valid parts of one (LIM-10)', async () => {
    const app = start({})
    const mac = await app().config.macs.sign('device', accountText(app(), account('a')))
    const cookie = async (accounts: unknown): Promise<string> =>
      `${DEVICE}=${await sealValue(app(), 'device', { accounts }, 60)}`
    expect(await known(app, await cookie(mac), ['a'])).toEqual([false])
    expect(await known(app, await cookie({ 0: mac }), ['a'])).toEqual([false])
    expect(await known(app, await cookie([7, null, mac]), ['a', 'b'])).toEqual([true, false])
  })

  it('is not remembered with `limits: false`, or where no cookie can be set', async () => {
    expect(await remember(start(false), 'a')).toBe('')
    const app = start({})
    const readOnly: Application = (headers) => ({ ...app(headers), readOnly: true })
    expect(await remember(readOnly, 'a')).toBe('')
  })

  it('spends the budget of known browsers and that of the application, for what was proven alone (EQV-01, EQV-02, LIM-10)', async () => {
    const app = start({})
    const cookie = await remember(app, 'Ada')
    const subjects = async (tried: TriedAs): Promise<readonly string[]> =>
      (await listCharges(app({ cookie }), 'password', tried)).map(({ subject }) => subject)
    const own = await subjects({ ...ADA, proven: account('Ada') })
    expect(own).toEqual(['device', 'device', 'application'])
    for (const proven of [undefined, account('ada'), account('Ada '), { by: 'mail', name: 'Ada' }])
      expect(await subjects({ ...ADA, proven })).not.toContain('device')
  })

  it('shares the budget of the account with its other known browsers, and none with another account (EQV-02)', async () => {
    const app = start(only({ device: ONE }))
    const key = async (cookie: string, name: string): Promise<string | undefined> =>
      (await listCharges(app({ cookie }), 'password', { proven: account(name) }))[0]?.key
    const one = await remember(app, 'a', 'b')
    const other = await remember(app, 'a')
    const all = [await key(one, 'a'), await key(one, 'b'), await key(other, 'a')]
    expect(new Set(all).size).toBe(2)
    expect(all[2]).toBe(all[0])
  })

  it('has another budget of the application than clients with an address, and these than clients without one (ADR-01, LIM-05)', async () => {
    const app = start(only({ application: ONE }))
    const cookie = await remember(app, 'a')
    const address = { 'x-client': '203.0.113.7' }
    const clients = [{}, address, { ...address, cookie }, { cookie }]
    const charges = await Promise.all(
      clients.map((headers) => listCharges(app(headers), 'password', { proven: account('a') })),
    )
    const [without, withOne, ...inKnownBrowser] = charges.map(([charge]) => charge?.key)
    expect(new Set([without, withOne, ...inKnownBrowser]).size).toBe(3)
    expect(inKnownBrowser[0]).toBe(inKnownBrowser[1])
  })
})

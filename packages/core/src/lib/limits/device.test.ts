import { beforeEach, describe, expect, it } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import { createSessionContext, sealValue, toContext, type Context } from '../request/context.ts'
import { AdapterError } from '../errors/classes.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { fromRequest } from '../http/incoming.ts'
import type { AdapterSpend, AdapterSpent } from '../types/adapter-limits.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Events } from '../types/events.ts'
import type { LimitedAction } from '../types/limits.ts'
import { readDevice, rememberDevice, writeDevice } from './device.ts'
import { meetBrowser } from './new-device.ts'
import { spend } from './spend.ts'
import { selectBudgets } from './subjects.ts'

type NewDeviceEvent = Parameters<NonNullable<Events['newDevice']>>[0]

const ORIGIN = 'https://app.example'
const NOW = 1_700_000_000_000
const ADA = { id: 'u1', name: 'Ada' }
const SIGN_IN = {
  user: ADA,
  account: { provider: 'credentials' },
  label: 'Firefox',
  isNewUser: false,
}

let emitted: NewDeviceEvent[]

beforeEach(() => {
  emitted = []
})

interface Given {
  readonly config?: Partial<AuthConfig>
  readonly jar?: CookieJar
  readonly readOnly?: boolean
}

function start({ config: own = {}, jar, readOnly = false }: Given = {}): Context {
  const config = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      clientAddress: 'peer',
      events: { newDevice: (message) => void emitted.push(message) },
      ...own,
    },
    { env: { AUTH_URL: ORIGIN }, clock: () => NOW, basePath: '/auth' },
  )
  const incoming = new Request(`${ORIGIN}/auth/callback/credentials`, { method: 'POST' })
  const original = fromRequest(incoming, undefined, '203.0.113.7')
  const request = {
    method: 'POST',
    action: 'callback',
    providerId: 'credentials',
    query: new Map(),
    duplicates: new Set<string>(),
    body: new Map(),
    headers: original.headers,
  } as const
  const session = { ...createSessionContext(config, original), readOnly }
  return toContext(jar ? { ...session, jar } : session, { request, original, returnTo: '/' })
}

const EMPTY = { accounts: [], users: [] }

describe('The cookie of a browser', () => {
  it('of a new browser names no account and no user, and has a random id', async () => {
    const context = start()
    const jar = await writeDevice(context, {})
    const device = await readDevice({ ...context, jar })
    expect(device).toMatchObject(EMPTY)
    expect(device?.id).toMatch(/^[\w-]{22}$/)
    expect((await readDevice({ ...context, jar: await writeDevice(context, {}) }))?.id).not.toBe(
      device?.id,
    )
  })

  it('keeps its id, and has no member `users` without users', async () => {
    const context = start()
    const jar = await writeDevice(context, { id: 'x'.repeat(22), accounts: ['a'], users: [] })
    const value = jar.changes().find(({ name }) => name === context.profile.device.name)?.value
    const opened = await context.profile.box.open('device', value ?? '')
    expect(opened?.payload).toMatchObject({ jti: 'x'.repeat(22), accounts: ['a'] })
    expect(opened?.payload).not.toHaveProperty('users')
  })

  it.each([
    ['no lists', {}],
    ['lists of something else', { accounts: [7, null], users: { a: 'b' } }],
  ])('with %s names no account and no user', async (_, payload) => {
    const context = start()
    const sealed = await sealValue(context, 'device', payload, 60)
    const jar = new CookieJar(`${context.profile.device.name}=${sealed}`)
    expect(await readDevice({ ...context, jar })).toMatchObject(EMPTY)
  })
})

describe('A sign-in in a browser in which the user is unknown', () => {
  it('emits newDevice with the address, and the browser is recognized by a hash of the user', async () => {
    const context = start()
    const jar = await meetBrowser(context, SIGN_IN)
    expect(emitted).toEqual([
      {
        user: ADA,
        provider: 'credentials',
        label: 'Firefox',
        signedInAt: new Date(NOW),
        address: '203.0.113.7',
      },
    ])
    const device = await readDevice({ ...context, jar })
    expect(device?.users).toEqual(
      await context.config.macs.all('device', JSON.stringify(['user', ADA.id])),
    )
    await meetBrowser({ ...context, jar }, SIGN_IN)
    expect(emitted).toHaveLength(1)
  })

  it('emits newDevice without a provider where there is no account', async () => {
    await meetBrowser(start(), { ...SIGN_IN, account: null })
    expect(emitted.map(({ provider }) => provider)).toEqual([null])
  })

  it('emits newDevice without an address where the address is unknown', async () => {
    await meetBrowser(start({ config: { limits: false } }), SIGN_IN)
    expect(emitted).toHaveLength(1)
    expect(emitted[0]).not.toHaveProperty('address')
  })

  it.each<[string, Given, object]>([
    ['where no cookie can be set', { readOnly: true }, ADA],
    ['by a user without an id', {}, { name: 'Ada' }],
  ])('emits no newDevice %s', async (_, given, user) => {
    const context = start(given)
    expect(await meetBrowser(context, { ...SIGN_IN, user })).toBe(context.jar)
    expect(emitted).toEqual([])
  })
})

/** The subjects of the budgets of an action, in a new browser in which the name is known. */
async function listCounted(action: LimitedAction, name: string): Promise<readonly string[]> {
  const context = start()
  const result = { kind: 'redirect', to: '/', jar: context.jar } as const
  const proven = { by: 'mail', name }
  const { jar } = await rememberDevice(context, result, proven)
  const { limits } = context.config
  const tried = { names: [`mailbox ${name}`], proven }
  const budgets = limits ? await selectBudgets({ ...context, jar }, limits, action, tried) : []
  // A subject may have several budgets.
  return [...new Set(budgets.map(({ subject, identity }) => `${subject}: ${identity}`))]
}

describe('The budgets of browsers in which a name is known', () => {
  it.each(['mail', 'code', 'password'] as const)(
    'are one budget for %s in all of them, in every version of the library, and that of the application (EQV-02, LIM-12)',
    async (action) => {
      const account = (name: string): string =>
        `device: ${JSON.stringify([ORIGIN, '/auth', 'mail', name])}`
      const shared = action === 'code' ? [] : ['application:  known']
      for (const name of ['ada@example.com', 'ada@example.com', 'grace@example.com'])
        expect(await listCounted(action, name)).toEqual([account(name), ...shared])
    },
  )
})

describe('A store of budgets that fails', () => {
  /** The warnings, and which of three tries are allowed, with a budget of four. */
  async function tryThrice(answer: () => unknown): Promise<readonly [string[], boolean[]]> {
    const warnings: string[] = []
    const warn = (code: string, detail = ''): void => void warnings.push(`${code} ${detail}`.trim())
    const account = { points: 4, window: 60 }
    // A function without types may return any value.
    const store = { spend: answer as () => AdapterSpent }
    const limits = {
      password: { clientAndAccount: false, address: false, account },
      store,
    } as const
    const context = start({ config: { limits, logger: { warn } } })
    const allowed = []
    for (let time = 0; time < 3; time += 1) {
      allowed.push((await spend(context, 'password', { names: ['name ada'] })).allowed)
    }
    return [warnings, allowed]
  }

  it.each([
    [undefined, 'undefined'],
    [{}, 'an object'],
    [{ allowed: 'yes' }, 'an object'],
  ])(
    'is one that returns %j as well, and the warning says what to return (LIM-16)',
    async (returned, kind) => {
      const detail = `The \`spend\` function of \`limits.store\` returned ${kind} without \`allowed\`. Return { allowed, retryAfter }.`
      expect(await tryThrice(() => returned)).toEqual([
        [`limit-store ${detail}`],
        [true, true, false],
      ])
    },
  )

  it.each([new AdapterError('The key was …'), new Error('The key was …')])(
    'is warned of without what it threw: %s (LIM-16 LIM-17)',
    async (thrown) => {
      const fail = (): never => {
        throw thrown
      }
      expect(await tryThrice(fail)).toEqual([['limit-store'], [true, true, false]])
    },
  )

  it.each([
    [
      'the code of its driver',
      Object.assign(new Error('The key was …'), { code: 'ECONNREFUSED' }),
      'It reported ECONNREFUSED.',
    ],
    [
      'the missing table',
      new AdapterError('The adapter failed in spend().', {
        err: Object.assign(new Error('no such table: limit_budgets'), { code: 'SQLITE_ERROR' }),
      }),
      'It reported SQLITE_ERROR. Run: npx @latchstring/cli migrate --apply --session-control',
    ],
    [
      'no command for a table of a store of the application',
      new Error('query', {
        cause: Object.assign(new Error('relation "tries" does not exist'), { code: '42P01' }),
      }),
      'It reported 42P01.',
    ],
    [
      'the innermost cause',
      new AdapterError('The adapter failed in spend().', {
        err: Object.assign(new Error('query', { cause: { code: '57P01' } }), { code: 'E_QUERY' }),
      }),
      'It reported 57P01.',
    ],
  ])('causes a warning with %s (LIM-12 LIM-16)', async (_, thrown, says) => {
    const fail = (): never => {
      throw thrown
    }
    expect(await tryThrice(fail)).toEqual([[`limit-store ${says}`], [true, true, false]])
  })

  it('causes a warning without a code that is a string (LIM-17)', async () => {
    const fail = (): never => {
      throw Object.assign(new Error('no'), { code: 'the key was …' })
    }
    expect(await tryThrice(fail)).toEqual([['limit-store'], [true, true, false]])
  })
})

describe('A store of budgets that spends several at once', () => {
  it('is called once for an attempt and once to give back, and gets back only what it allowed (LIM-08)', async () => {
    const calls: (readonly AdapterSpend[])[] = []
    let refuses: number | undefined
    const store = {
      spend: (): AdapterSpent => {
        throw new Error('It is not called.')
      },
      spendAll(wanted: readonly AdapterSpend[]): readonly AdapterSpent[] {
        calls.push(wanted)
        return wanted.map((_, index) => ({ allowed: index !== refuses, retryAfter: 2_000 }))
      },
    }
    const [one, ten] = [1, 10].map((points) => ({ points, window: 60 * points }))
    if (!one || !ten) throw new Error('There are two.')
    const budgets = { address: one, account: one, application: ten }
    const password = { ...budgets, clientAndAccount: false } as const
    const context = start({ config: { limits: { password, store } } })
    const tried = await spend(context, 'password', { names: ['name ada'] })
    if (!tried.allowed) throw new Error('It is the first.')
    await tried.refund()
    const intervals = calls.map((wanted) => wanted.map(({ interval }) => interval))
    expect(intervals).toEqual([
      [60_000, 60_000, 60_000],
      [-60_000, -60_000, -60_000],
    ])
    refuses = 1
    const refused = await spend(context, 'password', { names: ['name ada'] })
    expect(refused).toMatchObject({ allowed: false, subject: 'account', retryAfter: 2 })
    const keys = calls.slice(2).map((wanted) => wanted.map(({ key }) => key))
    expect(keys[1]).toEqual([keys[0]?.[0], keys[0]?.[2]])
  })
})

import { describe, expect, test, vi } from 'vitest'
import { resolveConfig } from '../../config/resolve.ts'
import type { SessionContext } from '../../request/context.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import { jwtStrategy } from '../jwt-strategy.ts'
import type { Identity } from '../strategy.ts'
import { listKnown } from '../api/list.ts'
import type { Adapter } from '../../types/adapter.ts'
import { MemoryDevices } from '../../../../../../test/adapters/memory-devices.ts'
import type { AdapterRecords } from '../../types/records.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { SessionOptions } from '../../types/config.ts'
import { endSessions } from './endings.ts'
import { endOfUser } from './generations.ts'
import { providerKeys } from './provider-keys.ts'

const ISSUER = 'https://id.example.com'
const MINUTE = 60_000

interface Process {
  readonly open: (cookie?: string) => SessionContext
  readonly feed: AdapterRevocation[]
  now: number
  /** What others do before the store gets a call. */
  before: (method: 'append' | 'get' | 'device') => Promise<void>
}

/** The verbs that the devices are read and written by, each after what others do before. */
const delayed = (records: AdapterRecords, before: () => Promise<void>): AdapterRecords => ({
  ...records,
  get: async (...args) => {
    await before()
    return records.get(...args)
  },
  find: async (...args) => {
    await before()
    return records.find(...args)
  },
  insert: async (...args) => {
    await before()
    return records.insert(...args)
  },
  drop: async (...args) => {
    await before()
    return records.drop(...args)
  },
})

/** A process of the application, over the same store as another one or over its own. */
function createProcess(feed: AdapterRevocation[] = [], devices?: MemoryDevices): Process {
  const adapter: Adapter = {
    capabilities: { revocationFeed: true, records: devices !== undefined },
    ...(devices && { records: delayed(devices.records, async () => process.before('device')) }),
    async appendRevocations(entries) {
      await process.before('append')
      feed.push(...entries)
    },
    listRevocations: async ({ after = '0' }) =>
      feed
        .map((entry, index) => ({ ...entry, cursor: String(index + 1) }))
        .filter(({ cursor }) => Number(cursor) > Number(after)),
    async getRevocation({ kind, key }) {
      await process.before('get')
      const found = feed.filter((entry) => entry.kind === kind && entry.key === key)
      return found.toSorted((one, other) => other.generation - one.generation)[0] ?? null
    },
  }
  const config = resolveConfig(
    {
      providers: [],
      adapter,
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session: { strategy: 'jwt', revocation: true, devices: devices !== undefined },
      logger: { warn: () => undefined },
    },
    { env: {}, clock: () => process.now, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  const process: Process = {
    feed,
    now: 1_700_000_000_000,
    before: async () => undefined,
    open: (cookie = '') => ({
      config,
      origin,
      profile: config.secure,
      jar: new CookieJar(cookie),
    }),
  }
  return process
}

async function signIn({ open }: Process, at: Identity['providerSession']): Promise<string> {
  const user = { id: '1', name: 'Ada', email: 'ada@example.com' }
  const identity = { user, account: null, isNewUser: false, providerSession: at }
  const { jar } = await jwtStrategy.issue(open(), identity)
  return jar.toHeaders()[0]?.split(';')[0] ?? ''
}

const isAlive = async ({ open }: Process, cookie: string): Promise<boolean> =>
  (await jwtStrategy.read(open(cookie), 'client')).session !== null

/** The cookie after a read. */
async function renew({ open }: Process, cookie: string): Promise<string> {
  const { jar } = await jwtStrategy.read(open(cookie), 'client')
  return jar.toHeaders()[0]?.split(';')[0] ?? cookie
}

describe('An ending by a logout token', () => {
  test('ends the sessions opened by the provider session, and no others', async () => {
    const app = createProcess()
    const one = await signIn(app, { issuer: ISSUER, sub: 'ada', sid: 'one' })
    const two = await signIn(app, { issuer: ISSUER, sub: 'ada', sid: 'two' })
    const elsewhere = await signIn(app, { issuer: `${ISSUER}/x`, sub: 'ada', sid: 'one' })
    const { session: key = '' } = await providerKeys(ISSUER, { sid: 'one' })
    await endSessions(app.open().config, { kind: 'provider', key }, 'back-channel')
    const alive = [one, two, elsewhere].map(async (cookie) => isAlive(app, cookie))
    expect(await Promise.all(alive)).toEqual([false, true, true])
  })

  test('ends the sessions of a user without a name at the provider, and none opened afterwards (LGO-11)', async () => {
    const app = createProcess()
    const unnamed = { issuer: ISSUER, sub: 'ada' }
    const before = await signIn(app, unnamed)
    const { session: key = '' } = await providerKeys(ISSUER, { sub: 'ada' })
    await endSessions(app.open().config, { kind: 'provider', key, unnamed: true }, 'back-channel')
    const after = await signIn(app, unnamed)
    expect([await isAlive(app, before), await isAlive(app, after)]).toEqual([false, true])
    await endSessions(app.open().config, { kind: 'provider', key, unnamed: true }, 'back-channel')
    expect(await isAlive(app, after)).toBe(false)
  })

  test('ends all sessions of the user, and none opened afterwards', async () => {
    const app = createProcess()
    const at = { issuer: ISSUER, sub: 'ada', sid: 'one' }
    const before = [await signIn(app, at), await signIn(app, { issuer: ISSUER, sub: 'ada' })]
    const { user: key = '' } = await providerKeys(ISSUER, { sub: 'ada' })
    await endSessions(app.open().config, { kind: 'provider', key }, 'back-channel')
    const after = await signIn(app, { ...at, sid: 'two' })
    const alive = [...before, after].map(async (cookie) => isAlive(app, cookie))
    expect(await Promise.all(alive)).toEqual([false, false, true])
  })
})

test('REV-05 The generations of a user keep growing after earlier entries were deleted', async () => {
  const app = createProcess()
  const { config } = app.open()
  for (let round = 0; round < 3; round++) {
    await endSessions(config, { kind: 'user', id: '1' }, 'admin')
  }
  const ofUser = app.feed.filter(({ kind }) => kind === 'user')
  const [first = 0, second = 0, third = 0] = ofUser.map(({ generation }) => generation)
  expect(second).toBeGreaterThan(first)
  expect(third).toBeGreaterThan(second)
  // Those of endings that exempt a session are odd.
  expect(ofUser.filter(({ generation }) => generation % 2 === 1)).toEqual([])
  app.feed.length = 0
  // Entries last for a day and more.
  app.now += 60 * MINUTE
  await endSessions(config, { kind: 'user', id: '1' }, 'admin')
  expect(app.feed[0]?.generation).toBeGreaterThan(third)
})

describe('A session that was issued when the entry of an earlier ending was deleted', () => {
  const YEAR = 365 * 24 * 60 * MINUTE

  test.each([
    ['all sessions of the user', async () => ({ kind: 'user', id: '1' }) as const],
    ['all sessions', async () => ({ kind: 'all' }) as const],
    [
      'the sessions of the user at the provider',
      async () => {
        const { user: key = '' } = await providerKeys(ISSUER, { sub: 'ada' })
        return { kind: 'provider', key } as const
      },
    ],
  ])('is open in a process that still knows of an ending of %s (REV-05)', async (_, makeEnding) => {
    const app = createProcess()
    const at = { issuer: ISSUER, sub: 'ada', sid: 'one' }
    const before = await signIn(app, at)
    await endSessions(app.open().config, await makeEnding(), 'admin')
    expect(await isAlive(app, before)).toBe(false)
    const [entry] = app.feed.filter(({ kind }) => kind !== 'session')
    const expires = entry?.expires.getTime() ?? 0
    expect(expires).toBe(app.now + YEAR + 2 * 24 * 60 * MINUTE)
    app.feed.length = 0
    const newer = createProcess(app.feed)
    // Both clocks are behind that by which the entry was deleted.
    app.now = newer.now = expires - 24 * 60 * MINUTE
    const cookie = await signIn(newer, { ...at, sid: 'two' })
    expect([await isAlive(newer, cookie), await isAlive(app, cookie)]).toEqual([true, true])
    await endSessions(newer.open().config, await makeEnding(), 'admin')
    app.now += MINUTE
    expect([await isAlive(newer, cookie), await isAlive(app, cookie)]).toEqual([false, false])
  })
})

/** The ending that a request with the session asks for, once it was found open. */
async function endOthers(app: Process, cookie: string): Promise<() => Promise<void>> {
  const { config } = app.open()
  const current = await jwtStrategy.current(app.open(cookie))
  const { sessionId: except, generation } = current ?? {}
  const others = { kind: 'user', id: '1', except, generation } as const
  return async () => endSessions(config, others, 'signed-out-everywhere')
}

test('REV-05 An entry is kept until the time of its generation, also where that is far ahead of the clock', async () => {
  const app = createProcess()
  const entry = { kind: 'user', key: '1', reason: 'admin', at: new Date(app.now) } as const
  const generation = 2 * app.now
  app.feed.push({ ...entry, generation, expires: new Date(app.now) })
  await endSessions(app.open().config, { kind: 'user', id: '1' }, 'admin')
  const [, ...later] = app.feed
  const expires = new Date(generation + 2 + 2 * 86_400_000)
  expect(later).toMatchObject([{ generation: generation + 2, expires }, { expires }])
})

test('REV-04 The generation of an ending that exempts a session is odd, and later than all before it, whatever is chosen at random', async () => {
  const random = vi.spyOn(globalThis.crypto, 'getRandomValues')
  random.mockImplementation((array) => array)
  try {
    const app = createProcess()
    for (const by of [0, 1]) {
      app.now += by
      await endSessions(app.open().config, { kind: 'user', id: '1', except: 'one' }, 'admin')
    }
    const ofUser = app.feed.filter(({ kind }) => kind === 'user')
    expect(ofUser.map(({ generation }) => generation)).toEqual([app.now, app.now + 2])
  } finally {
    random.mockRestore()
  }
})

test('REV-04 An ending of all is appended once where another one of all is later, and where the store returns less than was appended', async () => {
  const app = createProcess()
  const other = createProcess(app.feed)
  other.now += MINUTE
  app.before = async (method) => {
    if (method !== 'append') return
    app.before = async () => undefined
    await endSessions(other.open().config, { kind: 'user', id: '1' }, 'admin')
  }
  await endSessions(app.open().config, { kind: 'user', id: '1' }, 'admin')
  expect(app.feed.map(({ generation }) => generation)).toEqual([
    other.now,
    other.now,
    app.now,
    app.now,
  ])
  const at = new Date(app.now)
  const note = { reason: 'admin', at, expires: at }
  for (const found of [null, { ...note, kind: 'user', key: '1', generation: 7 } as const]) {
    let appended = 0
    const append = async (): Promise<void> => {
      appended++
      if (appended > 2) throw new Error('Again.')
    }
    await endOfUser({ note, find: async () => found, append }, { id: '1' })
    expect(appended).toBe(1)
  }
})

describe('A session that ends all others of its user', () => {
  test('stays open if all were ended before it was opened (REV-04)', async () => {
    const app = createProcess()
    await endSessions(app.open().config, { kind: 'user', id: '1' }, 'admin')
    const cookie = await signIn(app, undefined)
    const current = await jwtStrategy.current(app.open(cookie))
    await (
      await endOthers(app, cookie)
    )()
    app.now += MINUTE
    const renewed = await renew(app, cookie)
    expect(await isAlive(app, renewed)).toBe(true)
    // Without the generation it counts as opened after all endings so far.
    const others = { kind: 'user', id: '1', except: current?.sessionId } as const
    await endSessions(app.open().config, others, 'admin')
    app.now += MINUTE
    expect(await isAlive(app, renewed)).toBe(true)
  })

  test('is over if another session has done so since, where both were opened after an ending (REV-04)', async () => {
    const app = createProcess()
    await endSessions(app.open().config, { kind: 'user', id: '1' }, 'admin')
    const [first, second] = [await signIn(app, undefined), await signIn(app, undefined)]
    const endAsSecond = await endOthers(app, second)
    await (
      await endOthers(app, first)
    )()
    await endAsSecond()
    app.now += MINUTE
    expect([await isAlive(app, first), await isAlive(app, second)]).toEqual([false, false])
  })

  test.each(['get', 'append'] as const)(
    'ends if all are ended in the meantime, before the call "%s" (REV-02, REV-04)',
    async (at) => {
      const app = createProcess()
      const cookie = await signIn(app, undefined)
      const end = await endOthers(app, cookie)
      app.before = async (method) => {
        if (method !== at) return
        app.before = async () => undefined
        await endSessions(app.open().config, { kind: 'user', id: '1' }, 'admin')
      }
      await end()
      app.now += MINUTE
      expect(await isAlive(app, cookie)).toBe(false)
    },
  )

  test('is exempted by two requests at once, and by those after them (REV-04)', async () => {
    const app = createProcess()
    const cookie = await signIn(app, undefined)
    const other = await signIn(app, undefined)
    const [one, two, late] = [
      await endOthers(app, cookie),
      await endOthers(app, cookie),
      await endOthers(app, cookie),
    ]
    await Promise.all([one(), two()])
    // It was found open before the others had ended anything.
    await late()
    app.now += MINUTE
    expect(await Promise.all([isAlive(app, cookie), isAlive(app, other)])).toEqual([true, false])
  })

  test('is over if another session has done so since it was found open (REV-04)', async () => {
    const app = createProcess()
    const [first, second] = [await signIn(app, undefined), await signIn(app, undefined)]
    const endAsFirst = await endOthers(app, first)
    const endAsSecond = await endOthers(app, second)
    await endAsFirst()
    // Its session was ended since it was found open.
    await endAsSecond()
    app.now += MINUTE
    expect(await isAlive(app, second)).toBe(false)
  })
})

/** Lets what can go on without the store do so. */
const finishTurn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Has each of some processes do something, and lets one call of theirs after the other get to the store. */
async function runInOrder(
  order: readonly number[],
  work: readonly { readonly app: Process; readonly run: () => Promise<void> }[],
): Promise<void> {
  const waiting = work.map(() => (): void => undefined)
  const done = work.map(async (one, actor) => {
    const { app, run } = one
    app.before = async () => new Promise((resolve) => (waiting[actor] = resolve))
    await run()
    app.before = async () => undefined
  })
  await finishTurn()
  for (const actor of order) {
    waiting[actor]?.()
    await finishTurn()
  }
  // What is left to do is done by one after the other.
  let isDone = false
  const all = Promise.allSettled(done).then(() => (isDone = true))
  for (let actor = 0; !isDone; actor = (actor + 1) % work.length) {
    waiting[actor]?.()
    await finishTurn()
  }
  await all
  await Promise.all(done)
}

/** All orders of up to five calls of each of two processes. */
const ORDERS = Array.from({ length: 2 ** 10 }, (_, order) =>
  Array.from({ length: 10 }, (__, call) => (order >> call) & 1),
).filter((order) => order.filter((actor) => actor === 1).length === 5)

describe('Two endings at the same time, in every order of their calls of the store', () => {
  test('of which one is of all leave no session open, not even one that ends all others (REV-04)', async () => {
    const left = []
    for (const order of ORDERS) {
      const app = createProcess()
      const administrator = createProcess(app.feed)
      const cookie = await signIn(app, undefined)
      const run = await endOthers(app, cookie)
      const endAll = async (): Promise<void> =>
        endSessions(administrator.open().config, { kind: 'user', id: '1' }, 'admin')
      await runInOrder(order, [
        { app, run },
        { app: administrator, run: endAll },
      ])
      // The process that has exempted it may not have read on yet.
      const renewed = await renew(app, cookie)
      const reader = createProcess(app.feed)
      const alive = [await isAlive(reader, cookie), await isAlive(reader, renewed)]
      if (alive.includes(true)) left.push(order.join(''))
    }
    expect(left).toEqual([])
  })

  test('by two sessions that end all others leave one of them open at most (REV-04)', async () => {
    const counts = new Set<number>()
    let ties = 0
    for (const order of ORDERS) {
      const app = createProcess()
      const other = createProcess(app.feed)
      const cookies = [await signIn(app, undefined), await signIn(app, undefined)]
      const [one = '', two = ''] = cookies
      await runInOrder(order, [
        { app, run: await endOthers(app, one) },
        { app: other, run: await endOthers(other, two) },
      ])
      const reader = createProcess(app.feed)
      const alive = await Promise.all(cookies.map(async (cookie) => isAlive(reader, cookie)))
      const ofUser = app.feed.filter(({ kind }) => kind === 'user')
      if (ofUser[0]?.generation === ofUser[1]?.generation) ties += 1
      else counts.add(alive.filter(Boolean).length)
    }
    expect([...counts].toSorted((one, two) => one - two)).toEqual([0, 1])
    // One in 32,768: so many by chance are not to be expected.
    expect(ties).toBeLessThan(4)
  })

  test('by two sessions that end all others leave the one that stays in the list of devices (REV-17)', async () => {
    const missing = []
    for (const order of ORDERS) {
      const devices = new MemoryDevices()
      const app = createProcess([], devices)
      const other = createProcess(app.feed, devices)
      const cookies = [await signIn(app, undefined), await signIn(app, undefined)]
      const [one = '', two = ''] = cookies
      // The second one may be done before the first takes it off the list.
      await runInOrder(
        [...order.slice(0, -1), 1, 1, 1, 1, ...order.slice(-1)],
        [
          { app, run: await endOthers(app, one) },
          { app: other, run: await endOthers(other, two) },
        ],
      )
      const reader = createProcess(app.feed, devices)
      const alive = await Promise.all(
        cookies.map(async (cookie) => jwtStrategy.current(reader.open(cookie))),
      )
      const listed = await listKnown(reader.open().config, '1')
      const ids = listed.map(({ sessionId }) => sessionId)
      if (alive.some((each) => each && !ids.includes(each.sessionId))) missing.push(order.join(''))
    }
    expect(missing).toEqual([])
  })
})

test('REV-04 An ending of all is later than a hundred of all others that came between its calls of the store', async () => {
  const app = createProcess()
  const cookie = await signIn(app, undefined)
  const administrator = createProcess(app.feed)
  administrator.before = async (method) => {
    if (method !== 'append') return
    administrator.before = async () => undefined
    for (let times = 0; times < 100; times++) await (await endOthers(app, cookie))()
  }
  await endSessions(administrator.open().config, { kind: 'user', id: '1' }, 'admin')
  expect(await isAlive(createProcess(app.feed), cookie)).toBe(false)
})

test('REV-04 An ending of all is later than all others by the same session before each of its first ten calls of the store', async () => {
  const app = createProcess()
  let cookie = await signIn(app, undefined)
  const administrator = createProcess(app.feed)
  let calls = 0
  administrator.before = async () => {
    calls++
    if (calls > 10) return
    await (
      await endOthers(app, cookie)
    )()
    // Its token says from now on that it is exempt.
    cookie = await renew(app, cookie)
  }
  await endSessions(administrator.open().config, { kind: 'user', id: '1' }, 'admin')
  expect(await isAlive(createProcess(app.feed), cookie)).toBe(false)
  const after = await signIn(createProcess(app.feed), undefined)
  expect(await isAlive(administrator, after)).toBe(true)
})

test('REV-04 A session that ends all others is over by an ending of all at the same time if the store fails before it is found out', async () => {
  const app = createProcess()
  const cookie = await signIn(app, undefined)
  const run = await endOthers(app, cookie)
  let calls = 0
  app.before = async (method) => {
    calls++
    if (calls === 2) {
      expect(method).toBe('append')
      await endSessions(createProcess(app.feed).open().config, { kind: 'user', id: '1' }, 'admin')
    }
    if (calls > 2) throw new Error('The store is away.')
  }
  await expect(run()).rejects.toThrow()
  expect(calls).toBe(3)
  app.before = async () => undefined
  // The process has not read on yet, and seals nothing anew that would come after all endings.
  const renewed = await renew(app, cookie)
  const reader = createProcess(app.feed)
  expect([await isAlive(reader, cookie), await isAlive(reader, renewed)]).toEqual([false, false])
  app.now += MINUTE
  expect(await isAlive(app, cookie)).toBe(false)
})

const none = async (): Promise<null> => null
const SESSIONS: Adapter = {
  createSession: async (session) => session,
  getSessionAndUser: none,
  updateSession: none,
  deleteSession: none,
  getUser: none,
}
const FEED: Adapter = {
  ...SESSIONS,
  capabilities: { revocationFeed: true, records: true },
  appendRevocations: none,
  listRevocations: async () => [],
  getRevocation: none,
  records: new MemoryDevices().records,
}

const resolve = (session: SessionOptions, adapter?: Adapter): ReturnType<typeof resolveConfig> =>
  resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session,
      ...(adapter ? { adapter } : {}),
    },
    { env: {}, clock: () => 0, basePath: '/auth' },
  )

describe('the option session.revocation', () => {
  test.each<readonly [string, SessionOptions, Adapter | undefined, RegExp]>([
    [
      'without an adapter is refused, with the effect of a sign-out then',
      { strategy: 'jwt', revocation: true },
      undefined,
      /there is no adapter.*deletes the cookie of one browser/s,
    ],
    [
      'with an adapter that has no feed is refused',
      { strategy: 'jwt', revocation: true },
      SESSIONS,
      /`session.revocation` needs the capability "revocationFeed".*does not declare/s,
    ],
    [
      'with database sessions is refused, which end in the store',
      { strategy: 'database', revocation: true },
      FEED,
      /whose sessions end in the store at once/,
    ],
    [
      'with a window of a second is refused',
      { strategy: 'jwt', revocation: { window: 1 } },
      FEED,
      /`session.revocation.window` has to be a whole number of seconds, at least 2/,
    ],
    [
      'with a window of more than an hour is refused',
      { strategy: 'jwt', revocation: { window: 3601, graceWithoutStore: 4000 } },
      FEED,
      /more than an hour/,
    ],
    [
      'with a grace below the window is refused',
      { strategy: 'jwt', revocation: { window: 60, graceWithoutStore: 59 } },
      FEED,
      /`session.revocation.graceWithoutStore` has to be .* at least 60/,
    ],
    [
      'is needed for devices of sealed sessions',
      { strategy: 'jwt', devices: true },
      FEED,
      /cannot be without `session.revocation`/,
    ],
    [
      'has nothing to do with devices that no adapter keeps',
      { strategy: 'database', devices: true },
      SESSIONS,
      /`session.devices` needs a place for the table "auth_sessions_devices"/,
    ],
  ])('%s', (_, session, adapter, message) => {
    expect(() => resolve(session, adapter)).toThrow(message)
  })

  test('is off by default, and has a window of 30 seconds and a grace of 300', () => {
    expect(resolve({ strategy: 'jwt' }, FEED).revocation).toBeUndefined()
    expect(resolve({ strategy: 'jwt', revocation: false }, FEED).revocation).toBeUndefined()
    const expected = { window: 30_000, grace: 300_000, adapter: FEED }
    expect(resolve({ strategy: 'jwt', revocation: true }, FEED).revocation).toEqual(expected)
    const longer = resolve({ strategy: 'jwt', revocation: { window: 600 } }, FEED).revocation
    expect(longer).toEqual({ window: 600_000, grace: 600_000, adapter: FEED })
  })
})

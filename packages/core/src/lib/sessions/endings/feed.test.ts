import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readMoment } from '../../kit/clock.ts'
import { createWorld, ending, pullAll, WINDOW, type World } from '../../../../test/feed-world.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import { Feed, type FeedStore, type FeedUse } from './feed.ts'

describe('The feed of endings in one process', () => {
  test('REV-07 misses no entry that becomes visible late but within the overlap, whatever the page size', async () => {
    const late = fc.record({
      delay: fc.integer({ min: 0, max: 4999 }),
      pause: fc.integer({ min: 0, max: 20_000 }),
      count: fc.integer({ min: 1, max: 1500 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(late, { minLength: 1, maxLength: 6 }), async (steps) => {
        const world = createWorld()
        let cursor = 0
        for (const { delay, pause, count } of steps) {
          // The first of them is in a transaction that commits last.
          for (let index = 0; index < count; index++) {
            cursor += 1
            const visible = world.now + (index === 0 ? delay : 0)
            world.entries.push({ ...ending(`s${cursor}`), cursor: String(cursor), visible })
          }
          await pullAll(world)
          world.now += pause
        }
        world.now += 5000
        await pullAll(world)
        const missed = world.entries.filter(({ key }) => !world.feed.sessions.find(key))
        expect(missed).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  test('REV-07 continues from a safe cursor instead of the beginning', async () => {
    const world = createWorld()
    for (let index = 1; index <= 2500; index++) {
      const visible = world.now
      world.entries.push({ ...ending(`s${index}`), cursor: String(index), visible })
    }
    await pullAll(world)
    world.now += 15_000
    await pullAll(world)
    for (let round = 0; round < 4; round++) {
      world.pulls = 0
      world.now += 15_000
      await pullAll(world)
      expect(world.pulls).toBe(1)
    }
  })

  test('REV-05 is as old as the last pull, be it the first or a later one', async () => {
    const world = createWorld()
    expect(world.feed.age(readMoment(world.use))).toBe(Number.POSITIVE_INFINITY)
    for (let round = 0; round < 3; round++) {
      await world.feed.pullNow(world.use)
      expect(world.feed.age(readMoment(world.use))).toBe(0)
      world.now += 1_000
      expect(world.feed.age(readMoment(world.use))).toBe(1_000)
    }
  })

  test('REV-09 is read once for all waiting requests, and once more for those that arrived during the read', async () => {
    const world = createWorld()
    await Promise.all(Array.from({ length: 100 }, async () => world.feed.catchUp(world.use)))
    expect(world.pulls).toBe(1)
    await Promise.all(Array.from({ length: 100 }, async () => world.feed.pullNow(world.use)))
    expect(world.pulls).toBe(3)
  })

  test('REV-08 is used for the grace while the store is down, and the store is not asked by every read', async () => {
    const world = createWorld()
    await world.feed.catchUp(world.use)
    world.isAway = true
    world.now += WINDOW
    for (let read = 0; read < 50; read++) await world.feed.catchUp(world.use)
    expect(world.pulls).toBe(2)
    expect(world.failures).toHaveLength(1)
    world.now += 9 * WINDOW
    await expect(world.feed.catchUp(world.use)).rejects.toThrow('The store is away.')
  })

  test('REV-08 throws the error of the store where that has never answered', async () => {
    const world = createWorld()
    world.isAway = true
    const failed: unknown = await world.feed.catchUp(world.use).catch((error: unknown) => error)
    expect(failed).toMatchObject({ message: 'The store is away.' })
  })

  test('REV-05 has the age by the clock that shows more, after sleep or a change of the system time', () => {
    const world = createWorld()
    const steady = 1000
    const clocks = { clock: () => world.now, steady: () => steady }
    return world.feed.catchUp({ ...world.use, ...clocks }).then(() => {
      expect(world.feed.age(readMoment(clocks))).toBe(0)
      world.now += 3_600_000
      expect(world.feed.age(readMoment(clocks))).toBe(3_600_000)
      world.now -= 2 * 3_600_000
      expect(world.feed.age(readMoment(clocks))).toBe(0)
    })
  })
})

describe('A feed that was pulled', () => {
  const PULLED = 1_700_000_000_000

  test('has no age before the first pull', () => {
    const { feed, use } = createWorld()
    expect(feed.age(readMoment(use))).toBe(Number.POSITIVE_INFINITY)
  })

  test.each([
    [0, 0, 0],
    [4999, 4999, 4999],
    // The machine slept.
    [3_600_000, 10, 3_600_000],
    // Its clock was set back to the pull, and to before it.
    [0, 3_600_000, 3_600_000],
    [10, 3_600_000, 3_600_000],
    [-3_600_000, 20_000, 20_000],
  ])(
    'REV-05 is, %d ms later by the clock of the machine and %d ms by the steady one, %d ms old',
    async (wall, steady, age) => {
      const world = createWorld()
      await world.feed.catchUp(world.use)
      world.now += wall
      expect(world.feed.age({ wall: world.now, steady: PULLED + steady })).toBe(age)
    },
  )
})

describe('The latest ending in the copy of the feed', () => {
  const entry = (
    kind: AdapterRevocation['kind'],
    generation: number,
    more: Partial<AdapterRevocation> = {},
  ): AdapterRevocation => ({ ...ending('one'), kind, generation, reason: `${generation}`, ...more })

  test('of a user is the latest, whatever the order in which they arrive', () => {
    const feed = new Feed()
    for (const generation of [2, 3, 1]) feed.add(entry('user', generation), 0)
    feed.add(entry('user', 3, { reason: 'again' }), 0)
    expect(feed.user('one')).toMatchObject({ generation: 3, reason: '3' })
    expect(feed.user('other')).toBeUndefined()
    expect(feed.epoch.generation).toBe(0)
  })

  test('of all users is the latest one, and undefined before the first', () => {
    const feed = new Feed()
    expect(feed.epoch).toMatchObject({ generation: 0, reason: '', at: Number.NEGATIVE_INFINITY })
    for (const generation of [2, 3, 1]) feed.add(entry('all', generation), 0)
    feed.add(entry('all', 3, { reason: 'again' }), 0)
    expect(feed.epoch).toMatchObject({ generation: 3, reason: '3' })
    expect(feed.user('one')).toBeUndefined()
  })

  test('of sessions and of providers is kept apart', () => {
    const feed = new Feed()
    feed.add(entry('session', 0), 0)
    expect(feed.sessions.find('one')).toMatchObject({ reason: '0' })
    expect(feed.providers.find('one')).toBeUndefined()
    feed.add(entry('provider', 4), 0)
    expect(feed.providers.find('one')).toMatchObject({ generation: 4 })
  })

  test('of a user is dropped once all its sessions have expired, and not before', () => {
    const feed = new Feed()
    const expires = new Date(1_000)
    for (let index = 0; index < 600; index++) {
      feed.add(entry('user', 1, { key: `old-${index}`, expires }), 0)
    }
    for (let index = 0; index < 600; index++) {
      feed.add(entry('user', 1, { key: `new-${index}` }), 1_000)
    }
    const known = (name: string): boolean => feed.user(name) !== undefined
    expect(['old-0', 'old-599', 'new-0', 'new-599'].map(known)).toEqual([false, false, true, true])
  })

  test('of users is searched for expired ones each time that there are more than 1,024, and not before', () => {
    const feed = new Feed()
    const known = (name: string): boolean => feed.user(name) !== undefined
    const tell = (key: string, expires: number, now: number): void =>
      feed.add(entry('user', 1, { key, expires: new Date(expires) }), now)
    for (let index = 0; index < 1_023; index++) tell(`old-${index}`, 1_000, 0)
    tell('new', 8e15, 1_000)
    expect(known('old-0')).toBe(true)
    tell('second', 2_000, 1_000)
    expect(['old-0', 'old-1022', 'new', 'second'].map(known)).toEqual([false, false, true, true])
    tell('third', 8e15, 2_000)
    expect(known('second')).toBe(true)
    for (let index = 0; index < 1_021; index++) tell(`more-${index}`, 8e15, 2_000)
    expect(known('second')).toBe(true)
    tell('last', 8e15, 2_000)
    expect(['second', 'third', 'last'].map(known)).toEqual([false, true, true])
  })
})

/** A feed of so many entries, and the parts of it that are read. */
interface Long {
  readonly feed: Feed
  readonly use: FeedUse
  readonly ranges: unknown[]
  now: number
  count: number
}

function createLong(count: number): Long {
  const clock = (): number => long.now
  const long: Long = {
    feed: new Feed(),
    use: {
      window: WINDOW,
      grace: 10 * WINDOW,
      clock,
      steady: clock,
      store: () => ({
        async listRevocations(range) {
          long.ranges.push(range)
          const from = Number(range.after ?? 0)
          const length = Math.min(range.limit, long.count - from)
          const entry = ending('one')
          return Array.from({ length }, (_, at) => ({ ...entry, cursor: `${from + at + 1}` }))
        },
        appendRevocations: async () => undefined,
        getRevocation: async () => null,
      }),
      host: { endsWithRequest: false },
      failed: () => undefined,
      noticed: () => undefined,
    },
    ranges: [],
    now: 0,
    count,
  }
  return long
}

/** Where the next pull of a feed begins. */
async function findStart({ feed, use, ranges }: Long): Promise<unknown> {
  const before = ranges.length
  await feed.pullNow(use)
  return ranges[before]
}

describe('The place where a pull of the feed begins', () => {
  const LIMIT = { limit: 1_000 }

  test('is the beginning for the first one', async () => {
    const long = createLong(1500)
    await long.feed.complete(long.use)
    expect(long.ranges).toStrictEqual([LIMIT, { after: '1000', ...LIMIT }])
  })

  test('is behind a full page, after the first one too, until there is no more', async () => {
    const long = createLong(2_000)
    await long.feed.complete(long.use)
    expect(long.ranges).toStrictEqual([
      LIMIT,
      { after: '1000', ...LIMIT },
      { after: '2000', ...LIMIT },
    ])
    const later = createLong(3)
    await later.feed.pullNow(later.use)
    Object.assign(later, { now: 5_000, count: 2_000, ranges: [] })
    await later.feed.pullNow(later.use)
    expect(later.ranges).toStrictEqual([
      LIMIT,
      { after: '1000', ...LIMIT },
      { after: '2000', ...LIMIT },
    ])
    await later.feed.pullNow(later.use)
    expect(later.ranges.at(3)).toStrictEqual({ after: '2', ...LIMIT })
  })

  test.each<readonly [number, string | undefined]>([
    [3, undefined],
    [10_000, undefined],
    [10_001, '1'],
    [15_000, '5000'],
    [30_000, '20000'],
    [35_000, '25000'],
  ])('after a first one of %i entries is behind %j', async (count, after) => {
    const long = createLong(count)
    await long.feed.complete(long.use)
    const expected = after === undefined ? LIMIT : { after, ...LIMIT }
    expect(await findStart(long)).toStrictEqual(expected)
  })

  test('is the last entry that has been known for five seconds, which is read again', async () => {
    const long = createLong(3)
    await long.feed.pullNow(long.use)
    long.now += 4_999
    await long.feed.pullNow(long.use)
    expect(await findStart(long)).toStrictEqual(LIMIT)
    long.now += 1
    await long.feed.pullNow(long.use)
    expect(await findStart(long)).toStrictEqual({ after: '2', ...LIMIT })
  })

  test('restarts at the last of the entries that were known before up to 20,000 others', async () => {
    const long = createLong(100)
    await long.feed.pullNow(long.use)
    Object.assign(long, { now: 5_000, count: 20_000 })
    await long.feed.pullNow(long.use)
    expect(await findStart(long)).toStrictEqual({ after: '99', ...LIMIT })
  })

  test('is 10,000 before the end after more have come than are remembered', async () => {
    const long = createLong(100)
    await long.feed.pullNow(long.use)
    Object.assign(long, { now: 5_000, count: 25_100 })
    await long.feed.pullNow(long.use)
    expect(await findStart(long)).toStrictEqual({ after: '15100', ...LIMIT })
  })
})

describe('A pull of the feed', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  interface Held {
    readonly world: World
    readonly use: FeedUse
    /** Lets a pull that hangs go on, in the order in which they began. */
    readonly held: (() => void)[]
    /** Moves both clocks and the timers. */
    readonly wait: (ms: number) => Promise<void>
  }

  /** A store whose pulls hang until they are released. */
  function createHeld(): Held {
    const world = createWorld()
    const held: (() => void)[] = []
    const store = world.use.store()
    const holding: FeedStore = {
      ...store,
      async listRevocations(range) {
        await new Promise<void>((resolve) => {
          held.push(resolve)
        })
        return store.listRevocations(range)
      },
    }
    return {
      world,
      use: { ...world.use, store: () => holding },
      held,
      async wait(ms) {
        world.now += ms
        await vi.advanceTimersByTimeAsync(ms)
      },
    }
  }

  test('that hangs without a copy is started again after reads have waited two seconds', async () => {
    const { world, use, held, wait } = createHeld()
    const first = world.feed.catchUp(use)
    await wait(1_999)
    const second = world.feed.catchUp(use)
    expect(held).toHaveLength(1)
    await wait(1)
    expect(held).toHaveLength(2)
    held[1]?.()
    await expect(first).resolves.toBeUndefined()
    await wait(1_999)
    await expect(second).resolves.toBeUndefined()
    expect(world.feed.age(readMoment(use))).toBe(1_999)
  })

  test('that hangs lets waiting reads use the copy, for the grace and no longer', async () => {
    const { world, use, held, wait } = createHeld()
    await world.feed.catchUp(world.use)
    await wait(WINDOW)
    const within = world.feed.catchUp(use)
    await wait(2_000)
    await expect(within).resolves.toBeUndefined()
    await wait(9 * WINDOW)
    const after = world.feed.catchUp(use).then(
      () => 'settled',
      (error: unknown) => String(error),
    )
    await wait(2_000)
    expect(await after).toContain('The store did not return the feed of endings in time.')
    expect(held).toHaveLength(2)
  })

  test('that hangs is waited for once, and reads within the next second use the copy', async () => {
    const { world, use, held, wait } = createHeld()
    await world.feed.catchUp(world.use)
    await wait(WINDOW)
    const first = world.feed.catchUp(use)
    await wait(2_000)
    await first
    await wait(999)
    await world.feed.catchUp(use)
    expect(held).toHaveLength(1)
    await wait(1)
    const next = world.feed.catchUp(use)
    expect(held).toHaveLength(2)
    held[1]?.()
    await next
    expect(world.feed.age(readMoment(use))).toBe(0)
  })

  test('in the background is one at a time, and none for a second after one that failed', async () => {
    const { world, use, held, wait } = createHeld()
    void world.feed.refresh(use)
    await wait(1_999)
    void world.feed.refresh(use)
    expect(held).toHaveLength(1)
    // The first was cancelled with its request.
    await wait(1)
    void world.feed.refresh(use)
    expect(held).toHaveLength(2)
    world.isAway = true
    held[1]?.()
    await wait(0)
    expect(world.failures).toHaveLength(1)
    await wait(999)
    void world.feed.refresh(use)
    expect(held).toHaveLength(2)
    await wait(1)
    void world.feed.refresh(use)
    expect(held).toHaveLength(3)
  })

  test('that began later counts, also where one that began earlier ends after it', async () => {
    const { world, use, held, wait } = createHeld()
    void world.feed.refresh(use)
    await wait(2_000)
    void world.feed.refresh(use)
    held[1]?.()
    await wait(0)
    expect(world.feed.age(readMoment(use))).toBe(0)
    held[0]?.()
    await wait(0)
    expect(world.feed.age(readMoment(use))).toBe(0)
  })

  test('that was given up does not make room for a third when it ends', async () => {
    const { world, use, held, wait } = createHeld()
    void world.feed.refresh(use)
    await wait(2_000)
    void world.feed.refresh(use)
    held[0]?.()
    await wait(0)
    void world.feed.refresh(use)
    expect(held).toHaveLength(2)
  })

  test('TIM-01 that was given up is not a store that failed: the read pulls itself, and an ending is refused', async () => {
    const { world, use, held, wait } = createHeld()
    await world.feed.catchUp(world.use)
    await wait(WINDOW)
    // Begun by a request that was cut off.
    void world.feed.refresh(use)
    world.entries.push({ ...ending('over'), cursor: '1', visible: 0 })
    const read = world.feed.catchUp(use)
    await wait(2_000)
    expect(held).toHaveLength(2)
    held[1]?.()
    await read
    expect(world.feed.sessions.find('over')).toBeDefined()
    expect(world.failures).toEqual([])
  })

  test('that succeeds answers all waiting reads, also when the clock was changed in the meantime', async () => {
    const { world, use, held, wait } = createHeld()
    const waiting = world.feed.catchUp(use)
    world.now += 10 * WINDOW
    held[0]?.()
    await expect(waiting).resolves.toBeUndefined()
    await wait(0)
    expect(held).toHaveLength(1)
  })

  test('leaves no timer behind', async () => {
    const world = createWorld()
    await world.feed.catchUp(world.use)
    expect(vi.getTimerCount()).toBe(0)
    world.isAway = true
    world.now += WINDOW
    await world.feed.catchUp(world.use)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('for the present does not settle for one that is on its way, nor wait for it longer than two seconds', async () => {
    const { world, use, held, wait } = createHeld()
    void world.feed.refresh(use)
    const [one, other] = [world.feed.pullNow(use), world.feed.pullNow(use)]
    await wait(1_999)
    expect(held).toHaveLength(1)
    await wait(1)
    expect(held).toHaveLength(2)
    held[1]?.()
    await expect(Promise.all([one, other])).resolves.toEqual([undefined, undefined])
    const next = world.feed.pullNow(use)
    await wait(0)
    expect(held).toHaveLength(3)
    held[2]?.()
    await expect(next).resolves.toBeUndefined()
  })

  test('for the present follows one that fails, and fails itself where the store does', async () => {
    const { world, use, held, wait } = createHeld()
    void world.feed.refresh(use)
    const now = world.feed.pullNow(use)
    world.isAway = true
    held[0]?.()
    await wait(0)
    held[1]?.()
    await expect(now).rejects.toThrow('The store is away.')
    expect(world.failures).toHaveLength(2)
  })

  test('that succeeds ends the rest after one that failed', async () => {
    const world = createWorld()
    world.isAway = true
    await expect(world.feed.catchUp(world.use)).rejects.toThrow('The store is away.')
    await expect(world.feed.catchUp(world.use)).rejects.toThrow('The store is away.')
    expect(world.pulls).toBe(1)
    world.isAway = false
    await world.feed.pullNow(world.use)
    await world.feed.catchUp(world.use)
    expect(world.pulls).toBe(3)
  })
})

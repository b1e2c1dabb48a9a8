import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createWorld,
  ending,
  FAR,
  pullAll,
  WINDOW,
  type World,
} from '../../../../test/feed-world.ts'
import { readMoment } from '../../kit/clock.ts'
import type { FeedUse } from './feed.ts'

describe('A store of the feed that goes back', () => {
  /** A process that has read so many entries, and reads on from the last of them. */
  async function createSettled(count: number, expires = FAR): Promise<World> {
    const world = createWorld()
    for (let index = 1; index <= count; index++) {
      const visible = world.now
      world.entries.push({ ...ending(`s${index}`), expires, cursor: String(index), visible })
    }
    for (let round = 0; round < 3; round++) {
      await pullAll(world)
      world.now += 15_000
    }
    return world
  }

  const appendAt = (world: World, cursor: number, key: string): void =>
    void world.entries.push({ ...ending(key), cursor: String(cursor), visible: world.now })

  test.each([
    ['the last entry alone', 2999, 3000],
    ['most entries', 10, 11],
    ['all entries', 0, 1],
    ['all entries, with greater numbers than ever since', 0, 3500],
  ])('BAK-01 after %s no later entry is missed', async (_, left, number) => {
    const world = await createSettled(3000)
    world.entries.length = left
    appendAt(world, number, 'after')
    await pullAll(world)
    expect(world.feed.sessions.find('after')).toBeDefined()
    expect(world.news).toContain('revocation-store-went-back')
    // What the process knew is known still.
    expect(world.feed.sessions.find('s3000')).toBeDefined()
    const { news } = world
    const before = news.length
    world.now += 15_000
    await pullAll(world)
    expect(news).toHaveLength(before)
  })

  test('BAK-01 has not gone back where an earlier entry turns up late', async () => {
    const world = await createSettled(20)
    world.entries.push({ ...ending('late'), cursor: '19.5', visible: world.now })
    world.now += 15_000
    await pullAll(world)
    expect(world.feed.sessions.find('late')).toBeDefined()
    expect(world.news).toEqual([])
  })

  test('BAK-01 has not gone back where entries were deleted because they had expired', async () => {
    const world = await createSettled(20, new Date(1_700_300_000_000))
    world.entries.splice(0)
    world.now = 1_700_300_000_000
    appendAt(world, 1, 'after')
    await pullAll(world)
    expect(world.feed.sessions.find('after')).toBeDefined()
    expect(world.news).toEqual([])
  })

  /** Another process over the store of a world. */
  const createSecond = (world: World): World => ({ ...createWorld(), use: world.use })

  /** Pulls once behind the overlap, and once more for what was stored again meanwhile. */
  async function pullTwice(...worlds: readonly World[]): Promise<void> {
    for (let round = 0; round < 2; round++) {
      for (const world of worlds) {
        world.now += 15_000
        await pullAll(world)
      }
    }
  }

  test('BAK-01 has again what it lost before its process had read it back', async () => {
    const world = await createSettled(20)
    const other = createSecond(world)
    await world.feed.append([ending('mine')], world.use)
    world.entries.pop()
    appendAt(world, 21, 'later')
    await pullTwice(world)
    expect(world.news).toEqual(['revocation-store-went-back'])
    await pullAll(other)
    expect(other.feed.sessions.find('mine')).toBeDefined()
  })

  test('BAK-01 has again what it lost with the entry before it, before any process had read it', async () => {
    const world = await createSettled(20)
    const other = createSecond(world)
    await world.feed.append([ending('mine')], world.use)
    world.entries.splice(18)
    await pullTwice(world)
    await pullAll(other)
    expect(other.feed.sessions.find('mine')).toBeDefined()
    expect(other.feed.sessions.find('s20')).toBeDefined()
  })

  test('BAK-01 has again what it lost from behind the place where reads begin', async () => {
    const world = await createSettled(20)
    appendAt(world, 21, 'seen')
    await pullAll(world)
    expect(world.feed.sessions.find('seen')).toBeDefined()
    world.entries.pop()
    const other = createSecond(world)
    world.now += 1000
    await pullAll(world)
    await pullTwice(world)
    expect(world.news).toEqual(['revocation-store-went-back'])
    await pullAll(other)
    expect(other.feed.sessions.find('seen')).toBeDefined()
  })

  test('BAK-01 has again what it lost while it had no other entry', async () => {
    const world = createWorld()
    const other = createSecond(world)
    await pullAll(world)
    await world.feed.append([ending('mine')], world.use)
    world.entries.splice(0)
    await pullTwice(world)
    await pullAll(other)
    expect(other.feed.sessions.find('mine')).toBeDefined()
  })

  test.each([
    ['before its first read', 0],
    ['that 30,000 others follow at once', 30_000],
  ])('BAK-01 has not gone back where it has an entry %s', async (_, others) => {
    const world = others === 0 ? createWorld() : await createSettled(20)
    await world.feed.append([ending('mine')], world.use)
    await pullAll(world)
    world.now += 6000
    for (let index = 0; index < others; index++) appendAt(world, 100 + index, `o${index}`)
    await pullTwice(world, world)
    expect(world.news.filter((news) => news === 'revocation-store-went-back')).toEqual([])
  })

  test('BAK-01 has not gone back where an entry that was just stored has expired', async () => {
    const world = await createSettled(20)
    await world.feed.append([{ ...ending('mine'), expires: new Date(world.now) }], world.use)
    world.entries.pop()
    await pullTwice(world)
    expect(world.news).toEqual([])
  })
})

describe('A feed in a runtime whose work ends with the request', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A process whose pulls never end when they are cancelled, as those of a request that is over. */
  function createCut(): {
    readonly world: World
    readonly use: (keepAlive?: (work: Promise<unknown>) => void) => FeedUse
    cancelled: boolean
  } {
    const world = createWorld()
    const store = world.use.store()
    const cut = {
      world,
      cancelled: false,
      use: (keepAlive?: (work: Promise<unknown>) => void): FeedUse => ({
        ...world.use,
        host: { endsWithRequest: true, keepAlive },
        store: () => ({
          ...store,
          listRevocations: async (range) =>
            cut.cancelled ? new Promise(() => undefined) : store.listRevocations(range),
        }),
      }),
    }
    return cut
  }

  test('TIM-01 is pulled before the answer from half a window on, and not at all before', async () => {
    const { world, use } = createCut()
    await world.feed.catchUp(use())
    world.now += WINDOW / 2
    const waiting = world.feed.refresh(use())
    expect(waiting).toBeInstanceOf(Promise)
    await waiting
    expect(world.feed.age(readMoment(world.use))).toBe(0)
  })

  test('TIM-01 waits for no pull of another request, which was cancelled with it', async () => {
    const cut = createCut()
    const { world, use } = cut
    await world.feed.catchUp(use())
    world.now += WINDOW
    cut.cancelled = true
    const lost = world.feed.catchUp(use())
    cut.cancelled = false
    await world.feed.catchUp(use())
    expect(world.feed.age(readMoment(world.use))).toBe(0)
    await world.feed.pullNow(use())
    expect(world.pulls).toBe(3)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await lost
  })

  test('TIM-01 is pulled in the background where the runtime lets work outlive its request', async () => {
    const { world, use } = createCut()
    const kept: Promise<unknown>[] = []
    const keeping = use((work) => void kept.push(work))
    await world.feed.catchUp(keeping)
    world.now += WINDOW / 2
    expect(world.feed.refresh(keeping)).toBeUndefined()
    expect(kept).toHaveLength(2)
    await kept[1]
    expect(world.feed.age(readMoment(world.use))).toBe(0)
  })
})

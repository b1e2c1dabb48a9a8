import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterRevocation, ListedRevocation } from '../types/adapter-revocation.ts'
import { EndedKeys } from './ended-keys.ts'
import { Feed, type FeedStore, type FeedUse } from './feed.ts'

const WINDOW = 30_000
const FAR = new Date(8.64e15)

interface World {
  readonly feed: Feed
  readonly use: FeedUse
  /** Entries with the moment from which they are visible. */
  readonly entries: (ListedRevocation & { readonly visible: number })[]
  readonly failures: unknown[]
  now: number
  pulls: number
  isAway: boolean
}

const ending = (key: string): AdapterRevocation => ({
  kind: 'session',
  key,
  generation: 0,
  reason: 'sign-out',
  at: new Date(0),
  expires: FAR,
})

function createWorld(): World {
  const store: FeedStore = {
    async listRevocations({ after = '0', limit }) {
      world.pulls += 1
      if (world.isAway) throw new Error('The store is away.')
      return world.entries
        .filter(({ cursor, visible }) => Number(cursor) > Number(after) && visible <= world.now)
        .toSorted((one, other) => Number(one.cursor) - Number(other.cursor))
        .slice(0, limit)
    },
    appendRevocations: async () => undefined,
    getRevocation: async () => null,
  }
  const clock = (): number => world.now
  const failures: unknown[] = []
  const use: FeedUse = {
    window: WINDOW,
    grace: 10 * WINDOW,
    clock,
    steady: clock,
    store: () => store,
    failed: (error) => void failures.push(error),
  }
  const world: World = {
    feed: new Feed(),
    use,
    entries: [],
    failures,
    now: 1_700_000_000_000,
    pulls: 0,
    isAway: false,
  }
  return world
}

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
          await world.feed.pullNow(world.use)
          world.now += pause
        }
        world.now += 5000
        await world.feed.pullNow(world.use)
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
    await world.feed.pullNow(world.use)
    world.now += 15_000
    await world.feed.pullNow(world.use)
    world.pulls = 0
    world.now += 15_000
    await world.feed.pullNow(world.use)
    expect(world.pulls).toBe(1)
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

  test('REV-05 has the age by the clock that shows more, after sleep or a change of the system time', () => {
    const world = createWorld()
    const steady = 1000
    const clocks = { clock: () => world.now, steady: () => steady }
    return world.feed.catchUp({ ...world.use, ...clocks }).then(() => {
      expect(world.feed.age(clocks)).toBe(0)
      world.now += 3_600_000
      expect(world.feed.age(clocks)).toBe(3_600_000)
      world.now -= 2 * 3_600_000
      expect(world.feed.age(clocks)).toBe(0)
    })
  })
})

describe('Many ended sessions', () => {
  test('REV-10 take a few bits each, and all of them are recognized', () => {
    const keys = new EndedKeys()
    const expires = FAR.getTime()
    for (let index = 0; index < 200_000; index++) {
      keys.add(`ended-${index}`, { generation: 0, reason: 'sign-out', expires }, 0)
    }
    let uncertain = 0
    for (let index = 0; index < 200_000; index++) {
      const key = `ended-${index}`
      if (keys.find(key) === undefined && !keys.isUncertain(key)) throw new Error(`${key} is lost.`)
      if (keys.find(`open-${index}`) !== undefined) throw new Error('It was not ended.')
      if (keys.isUncertain(`open-${index}`)) uncertain += 1
    }
    expect(uncertain).toBeLessThan(2000)
    keys.clear('ended-0')
    expect(keys.isUncertain('ended-0')).toBe(false)
  })
})

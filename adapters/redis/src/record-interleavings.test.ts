import { NOTES } from '@latchstring/adapter-conformance'
import type { RecordTable, StoredRecord } from '@latchstring/core/adapters'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyOrder } from '../../../test/adapters/steps.ts'
import { lookFromOutside, type Outside, redisUrl } from '../test/clients.ts'
import { findRows, newRow, readRow } from '../test/record-tables.ts'
import { LINKS } from '../../../test/adapters/samples.ts'
import { type HeldClient, holdScripts } from '../test/steps.ts'
import { type RedisAdapter, redisAdapter } from './index.ts'

/*
 * The steps of verbs in a cluster, in every order in which those of two calls may meet, and with each call interrupted for good after
 * each of its steps. That scripts keep to their slots is shown by the suite over a real cluster.
 */

let redis: Redis
let outside: Outside
let held: readonly [HeldClient, HeldClient]
beforeAll(() => {
  redis = new Redis(redisUrl())
  outside = lookFromOutside()
  held = [holdScripts(redis), holdScripts(redis)]
})
afterAll(async () => {
  await redis.quit()
  await outside.close()
})

let prefix: string
/** Not held. */
let adapter: RedisAdapter
let one: RedisAdapter
let other: RedisAdapter

async function clear(): Promise<void> {
  const keys = await redis.keys(`${prefix}:*`)
  if (keys.length > 0) await redis.del(...keys)
}

/** What is there before two calls meet; anew for each order. */
async function setUp(): Promise<void> {
  await clear()
  for (const id of ['ada', 'eve']) {
    await adapter.createUser({ id, email: `${id}@example.org`, emailVerified: null })
  }
}

beforeEach(() => {
  prefix = `test-${crypto.randomUUID()}`
  adapter = redisAdapter(redis, { prefix, cluster: true })
  one = redisAdapter(held[0].client, { prefix })
  other = redisAdapter(held[1].client, { prefix })
})
afterEach(clear)

const insert = (by: RedisAdapter, table: RecordTable, row: StoredRecord) =>
  by.records.insert(table, row, Date.now())

const drop = (by: RedisAdapter, table: RecordTable, row: StoredRecord) =>
  by.records.drop(table, row.values, row.version)

const VALUES = [
  ['userId', 'ada'],
  ['userId', 'eve'],
  ['topic', 'red'],
  ['topic', 'blue'],
] as const

/** Asserts that the row with the key is found, once, by what it has, and by nothing else. */
async function assertFound(table: RecordTable): Promise<StoredRecord | null> {
  const users = table === NOTES ? ['ada', 'eve'] : ['ada']
  const rows = await Promise.all(
    users.map((userId) => readRow(adapter, table, newRow(table, { userId }))),
  )
  const there = rows.filter((row) => row !== null)
  for (const [field, value] of VALUES) {
    const expected = there.filter(({ values }) => values[field] === value)
    expect(await findRows(adapter, table, field, value)).toEqual(expected)
  }
  return there[0] ?? null
}

/** Deletes the users, after which nothing is left: neither rows nor notes. */
async function assertNothingLeft(): Promise<void> {
  await adapter.deleteUser('ada')
  await adapter.deleteUser('eve')
  expect(await outside.keys(prefix)).toEqual([])
}

type Outcomes = readonly PromiseSettledResult<unknown>[]

const answers = (outcomes: Outcomes): readonly unknown[] =>
  outcomes.map((each): unknown => (each.status === 'fulfilled' ? each.value : each.reason))

/** That one of two calls was answered in one way, and one in another. */
const expectBoth = (said: readonly unknown[], both: readonly unknown[]): void =>
  expect(new Set(said)).toEqual(new Set(both))

const TABLES = [
  { name: 'beside its user', table: NOTES },
  { name: 'in another slot than its user', table: LINKS },
]

describe.each(TABLES)('a row $name in a cluster', ({ table }) => {
  const OTHERS = [
    { name: 'with the same values', members: {} },
    { name: 'with another topic', members: { topic: 'blue' } },
    ...(table === LINKS ? [{ name: 'of another user', members: { userId: 'eve' } }] : []),
  ]

  it.each(OTHERS)(
    'is inserted once and found for every order of two inserts, of which one is $name',
    async ({ members }) => {
      await everyOrder(held, async (begin) => {
        await setUp()
        const [mine, theirs] = [newRow(table), newRow(table, members)]
        const meeting = await begin(
          () => insert(one, table, mine),
          () => insert(other, table, theirs),
        )
        const said = answers(await meeting.end())
        expectBoth(said, ['inserted', 'taken'])
        expect(await assertFound(table)).toEqual(said[0] === 'inserted' ? mine : theirs)
        await assertNothingLeft()
      })
    },
  )

  it.each(OTHERS)(
    'is found when its key is used again by one $name, for every order of insert and drop',
    async ({ members }) => {
      await everyOrder(held, async (begin) => {
        await setUp()
        const [before, after] = [newRow(table), newRow(table, members)]
        await insert(adapter, table, before)
        const meeting = await begin(
          () => drop(one, table, before),
          () => insert(other, table, after),
        )
        const [dropped, inserted] = answers(await meeting.end())
        expect(dropped).toBe(true)
        expect(await assertFound(table)).toEqual(inserted === 'inserted' ? after : null)
        expect(await insert(adapter, table, after)).toBe('inserted')
        expect(await assertFound(table)).toEqual(after)
        await assertNothingLeft()
      })
    },
  )

  it('and its user are both gone, with every key, for every order of insert and deleteUser', async () => {
    await everyOrder(held, async (begin) => {
      await setUp()
      const row = newRow(table)
      const meeting = await begin(
        () => insert(one, table, row),
        () => other.deleteUser('ada'),
      )
      const [inserted, deleted] = await meeting.end()
      expect(deleted?.status).toBe('fulfilled')
      expect(['inserted', 'no-owner']).toContain(answers(inserted ? [inserted] : [])[0])
      expect(await assertFound(table)).toBeNull()
      await adapter.deleteUser('eve')
      expect(await outside.keys(prefix)).toEqual([])
    })
  })

  it.each([
    { name: 'drop', work: (row: StoredRecord) => drop(one, table, row) },
    {
      name: 'change',
      work: (row: StoredRecord) =>
        one.records.change(table, newRow(table, { count: 2 }), row.version),
    },
    { name: 'clear', work: () => one.records.clear(table, 'topic', 'red') },
  ])('and its user are both gone for every order of $name and deleteUser', async ({ work }) => {
    await everyOrder(held, async (begin) => {
      await setUp()
      const row = newRow(table)
      await insert(adapter, table, row)
      const meeting = await begin(
        () => work(row),
        () => other.deleteUser('ada'),
      )
      for (const { status } of await meeting.end()) expect(status).toBe('fulfilled')
      expect(await assertFound(table)).toBeNull()
    })
  })

  it('is found or gone for every order of clear and an insert', async () => {
    await everyOrder(held, async (begin) => {
      await setUp()
      const there = newRow(table, { id: 'there' })
      await insert(adapter, table, there)
      const meeting = await begin(
        () => one.records.clear(table, 'topic', 'red'),
        () => insert(other, table, newRow(table)),
      )
      expect(answers(await meeting.end())).toEqual([undefined, 'inserted'])
      expect(await readRow(adapter, table, there)).toBeNull()
      await assertFound(table)
      await assertNothingLeft()
    })
  })

  it('changes once for every order of two changes', async () => {
    const until = Date.now() + 3_600_000
    const expiry = table === LINKS ? { until } : {}
    await everyOrder(held, async (begin) => {
      await setUp()
      const row = newRow(table)
      await insert(adapter, table, row)
      const [mine, theirs] = [2, 3].map((count) => newRow(table, { count, ...expiry }))
      const meeting = await begin(
        () => one.records.change(table, mine ?? row, row.version),
        () => other.records.change(table, theirs ?? row, row.version),
      )
      const said = answers(await meeting.end())
      expectBoth(said, [false, true])
      expect(await assertFound(table)).toEqual(said[0] === true ? mine : theirs)
      await assertNothingLeft()
    })
  })

  it('is found or gone after an insert that was interrupted, and when it goes on later', async () => {
    for (let steps = 1; ; steps += 1) {
      await setUp()
      const row = newRow(table)
      const interrupted = held[0].start(() => insert(one, table, row))
      const ended = await interrupted.step(steps)
      await assertFound(table)
      const next = newRow(table, { topic: 'blue' })
      const said = await insert(adapter, table, next)
      const late = answers([await interrupted.finish()])
      expectBoth([...late, said], ['inserted', 'taken'])
      expect(await assertFound(table)).toEqual(said === 'inserted' ? next : row)
      await assertNothingLeft()
      if (ended) break
    }
  })

  it('of a user who was deleted meanwhile is never found, also if the insert goes on later or never', async () => {
    for (let steps = 1; ; steps += 1) {
      await setUp()
      const row = newRow(table)
      const interrupted = held[0].start(() => insert(one, table, row))
      const ended = await interrupted.step(steps)
      await adapter.deleteUser('ada')
      expect(await assertFound(table)).toBeNull()
      const late = answers([await interrupted.finish()])
      expect(late).toEqual([ended ? 'inserted' : 'no-owner'])
      expect(await assertFound(table)).toBeNull()
      if (ended) break
    }
  })

  it('is dropped from the first step of drop on, and its key is free', async () => {
    for (let steps = 1; ; steps += 1) {
      await setUp()
      const row = newRow(table)
      await insert(adapter, table, row)
      const interrupted = held[0].start(() => drop(one, table, row))
      const ended = await interrupted.step(steps)
      expect(await assertFound(table)).toBeNull()
      const next = newRow(table)
      expect(await insert(adapter, table, next)).toBe('inserted')
      expect(answers([await interrupted.finish()])).toEqual([true])
      expect(await assertFound(table)).toEqual(next)
      await assertNothingLeft()
      if (ended) break
    }
  })
})

describe('a row in another slot than its user', () => {
  it('disappears when its insert ends for good before it was confirmed', async () => {
    let pending = 0
    for (let steps = 1; ; steps += 1) {
      await setUp()
      const interrupted = held[0].start(() => insert(one, LINKS, newRow(LINKS)))
      const ended = await interrupted.step(steps)
      const left = await redis.pttl(`${prefix}:{row:auth_test_links:row}`)
      if (left > 0) {
        pending += 1
        expect(left).toBeLessThanOrEqual(60_000)
        expect(await assertFound(LINKS)).toBeNull()
      } else if (left === -1) {
        expect(await assertFound(LINKS)).not.toBeNull()
      }
      await interrupted.finish()
      if (ended) break
    }
    expect(pending).toBeGreaterThanOrEqual(1)
  })

  it('is refused when it is confirmed too late', async () => {
    await setUp()
    const row = newRow(LINKS)
    const late = held[0].start(() => insert(one, LINKS, row))
    do await late.step(1)
    while ((await redis.del(`${prefix}:{row:auth_test_links:row}`)) === 0)
    const outcome = await late.finish()
    expect(String(outcome.status === 'rejected' && outcome.reason)).toContain('took too long')
    expect(await assertFound(LINKS)).toBeNull()
    await assertNothingLeft()
  })
})

describe('deleteUser in a cluster', () => {
  it('ends the rows of the user even if interrupted, and leaves no key when repeated', async () => {
    for (let steps = 1; ; steps += 1) {
      await setUp()
      await adapter.deleteUser('eve')
      for (const table of [NOTES, LINKS]) await insert(adapter, table, newRow(table))
      const interrupted = held[0].start(() => one.deleteUser('ada'))
      const ended = await interrupted.step(steps)
      expect(await assertFound(NOTES)).toBeNull()
      expect(await insert(adapter, NOTES, newRow(NOTES))).toBe('no-owner')
      await adapter.deleteUser('ada')
      expect(await outside.keys(prefix)).toEqual([])
      await interrupted.finish()
      expect(await outside.keys(prefix)).toEqual([])
      if (ended) break
    }
  })
})

describe('the verbs on records', () => {
  const count = async (by: HeldClient, work: () => Promise<unknown>): Promise<number> => {
    const before = by.sent()
    await work()
    return by.sent() - before
  }

  it('send the commands that the README lists, in a cluster', async () => {
    await setUp()
    const [by] = held
    const [note, link] = [newRow(NOTES), newRow(LINKS)]
    expect(await count(by, () => insert(one, NOTES, note))).toBe(2)
    expect(await count(by, () => insert(one, LINKS, link))).toBe(5)
    expect(await count(by, () => readRow(one, NOTES, note))).toBe(1)
    expect(await count(by, () => findRows(one, NOTES, 'userId', 'ada'))).toBe(1)
    expect(await count(by, () => findRows(one, NOTES, 'topic', 'red'))).toBe(2)
    const next = newRow(NOTES)
    expect(await count(by, () => one.records.change(NOTES, next, note.version))).toBe(1)
    expect(await count(by, () => drop(one, NOTES, next))).toBe(2)
    expect(await count(by, () => drop(one, LINKS, link))).toBe(3)
  })
})

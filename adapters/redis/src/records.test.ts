import { CODES, NOTES } from '@latchstring/adapter-conformance'
import type { RecordTable } from '@latchstring/core/adapters'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookFromOutside, type Outside, redisUrl } from '../test/clients.ts'
import { findRows, newRow, readRow } from '../test/record-tables.ts'
import { LINKS } from '../../../test/adapters/samples.ts'
import { type IoRedisClient, type RedisAdapter, redisAdapter } from './index.ts'

let redis: Redis
let outside: Outside
beforeAll(() => {
  redis = new Redis(redisUrl())
  outside = lookFromOutside()
})
afterAll(async () => {
  await redis.quit()
  await outside.close()
})

let prefix: string
beforeEach(() => {
  prefix = `test-${crypto.randomUUID()}`
})
afterEach(async () => {
  const keys = await redis.keys(`${prefix}:*`)
  if (keys.length > 0) await redis.del(...keys)
})

const HOUR = 3_600_000

/** A client that sends each script twice, as one does that loses the connection before the answer. */
const sendingTwice = (isCluster: boolean): IoRedisClient => ({
  isCluster,
  async evalsha(...all) {
    await redis.evalsha(...all)
    return redis.evalsha(...all)
  },
  eval: (...all) => redis.eval(...all),
})

/** A client of a server that is away after some commands. */
function endingAfter(commands: number): IoRedisClient {
  let left = commands
  const turn = (): void => {
    left -= 1
    if (left < 0) throw new Error('The server is away.')
  }
  return {
    isCluster: true,
    async evalsha(...all) {
      turn()
      return redis.evalsha(...all)
    },
    eval: (...all) => redis.eval(...all),
  }
}

const createUser = (adapter: RedisAdapter, id: string) =>
  adapter.createUser({ id, email: `${crypto.randomUUID()}@example.com`, emailVerified: null })

/** Ids that would end a part of a key, or look like the escape of another one. */
const IDS = ['a}', 'a%7D', 'a%257D', 'a:b', '{a}', '%', '}', ':', '"a\\"', 'a!', 'a', 'A']

describe.each([
  { name: 'on a single server', cluster: false },
  { name: 'in a cluster', cluster: true },
])('rows $name', ({ cluster }) => {
  let adapter: RedisAdapter
  beforeEach(async () => {
    adapter = redisAdapter(redis, { prefix, cluster })
    await createUser(adapter, 'ada')
  })

  const insert = (table: RecordTable, members = {}) => {
    const row = newRow(table, members)
    return adapter.records.insert(table, row, Date.now()).then((said) => ({ row, said }))
  }

  it.each([NOTES, LINKS])('of $name keep ids apart that keys might confuse', async (table) => {
    for (const userId of IDS) await createUser(adapter, userId)
    const rows = []
    for (const [at, userId] of IDS.entries()) {
      for (const id of IDS) {
        const { row, said } = await insert(table, {
          userId,
          id: table === LINKS ? `${id}/${at}` : id,
          topic: id,
        })
        expect(said).toBe('inserted')
        rows.push(row)
      }
    }
    for (const row of rows) expect(await readRow(adapter, table, row)).toEqual(row)
    for (const id of IDS) {
      for (const field of ['userId', 'topic']) {
        const found = await findRows(adapter, table, field, id)
        const expected = rows.filter(({ values }) => values[field] === id)
        expect(new Set(found)).toEqual(new Set(expected))
        expect(found).toHaveLength(expected.length)
      }
    }
    for (const [at, userId] of IDS.entries()) {
      await adapter.deleteUser(userId)
      expect(await findRows(adapter, table, 'topic', 'a')).toHaveLength(IDS.length - at - 1)
    }
    await adapter.deleteUser('ada')
    expect(await outside.keys(prefix)).toEqual([])
  })

  it('are found in the order of their keys', async () => {
    const ids = ['b', 'a', 'a!', 'B', 'a~']
    for (const id of ids) await insert(NOTES, { id })
    for (const [field, value] of [
      ['userId', 'ada'],
      ['topic', 'red'],
    ] as const) {
      const found: unknown[] = []
      let after: string | undefined
      do {
        const page = await adapter.records.find(NOTES, {
          field,
          value,
          limit: 2,
          ...(after !== undefined && { after }),
        })
        found.push(...page.rows.map(({ values }) => values['id']))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(found).toEqual(['B', 'a', 'a!', 'a~', 'b'])
    }
  })

  it('and their notes expire with the last of them, later after a change', async () => {
    const now = Date.now()
    const { row } = await insert(LINKS, { until: now + HOUR })
    const key = `${prefix}:{row:auth_test_links:row}`
    const sets = [
      `${prefix}:{user:ada}:rows:auth_test_links`,
      `${prefix}:{rows:auth_test_links:topic:red}`,
    ]
    const expectExpiry = async (row_: number, notes: number): Promise<void> => {
      expect(await redis.pexpiretime(key)).toBe(row_)
      for (const set of sets) {
        expect(await redis.pexpiretime(set)).toBe(notes)
        expect(await redis.pexpiretime(`${set}:until`)).toBe(notes)
      }
    }
    await expectExpiry(now + HOUR, now + HOUR)
    const later = newRow(LINKS, { until: now + 2 * HOUR })
    expect(await adapter.records.change(LINKS, later, row.version)).toBe(true)
    await expectExpiry(now + 2 * HOUR, now + 2 * HOUR)
    const sooner = newRow(LINKS, { until: now + HOUR })
    expect(await adapter.records.change(LINKS, sooner, later.version)).toBe(true)
    await expectExpiry(now + HOUR, now + 2 * HOUR)
    const never = newRow(LINKS)
    expect(await adapter.records.change(LINKS, never, sooner.version)).toBe(true)
    await expectExpiry(-1, -1)
    await insert(LINKS, { id: 'second', until: now + HOUR })
    await expectExpiry(-1, -1)
    expect(await findRows(adapter, LINKS, 'topic', 'red')).toHaveLength(2)
  })

  it('that have expired leave no note after the next one', async () => {
    await insert(LINKS, { id: 'live', until: Date.now() + HOUR })
    for (let at = 0; at < 5; at += 1)
      await insert(LINKS, { id: `over-${at}`, until: Date.now() - 1 })
    await insert(LINKS, { id: 'next', until: Date.now() + HOUR })
    const found = await findRows(adapter, LINKS, 'topic', 'red')
    expect(found.map(({ values }) => values['id'])).toEqual(['live', 'next'])
    for (const set of ['{user:ada}:rows:auth_test_links', '{rows:auth_test_links:topic:red}']) {
      expect(await redis.zcard(`${prefix}:${set}`)).toBe(2)
      expect(await redis.zcard(`${prefix}:${set}:until`)).toBe(2)
    }
  })

  it('that have expired by the clock of the application leave no note when their place is taken', async () => {
    const now = Date.now()
    await insert(LINKS, { until: now + HOUR })
    const next = newRow(LINKS, { topic: 'blue', until: now + 3 * HOUR })
    expect(await adapter.records.insert(LINKS, next, now + 2 * HOUR)).toBe('inserted')
    expect(await findRows(adapter, LINKS, 'topic', 'red')).toEqual([])
    expect(await findRows(adapter, LINKS, 'topic', 'blue')).toEqual([next])
    expect(await redis.exists(`${prefix}:{rows:auth_test_links:topic:red}`)).toBe(0)
    await adapter.deleteUser('ada')
    expect(await outside.keys(prefix)).toEqual([])
  })

  it.each([NOTES, LINKS])(
    'of $name are written once by scripts that are sent twice',
    async (table) => {
      const twice = redisAdapter(sendingTwice(cluster), { prefix, cluster })
      const row = newRow(table)
      expect(await twice.records.insert(table, row, Date.now())).toBe('inserted')
      const next = newRow(table, { count: 2 })
      expect(await twice.records.change(table, next, row.version)).toBe(true)
      expect(await findRows(adapter, table, 'topic', 'red')).toEqual([next])
      expect(await findRows(adapter, table, 'userId', 'ada')).toEqual([next])
      expect(await twice.records.insert(table, newRow(table), Date.now())).toBe('taken')
      expect(await findRows(adapter, table, 'topic', 'red')).toEqual([next])
    },
  )

  it('written on one kind of server are read on the other', async () => {
    const other = redisAdapter(redis, { prefix, cluster: !cluster })
    for (const table of [NOTES, LINKS]) {
      const { row } = await insert(table)
      expect(await readRow(other, table, row)).toEqual(row)
      expect(await findRows(other, table, 'topic', 'red')).toEqual([row])
      expect(await findRows(other, table, 'userId', 'ada')).toEqual([row])
    }
    await other.deleteUser('ada')
    expect(await outside.keys(prefix)).toEqual([])
  })

  it.each([
    ['values that are not JSON', { values: 'no-json' }],
    ['values that are a list', { values: '["secret"]' }],
    ['a version that is text', { version: 'secret' }],
  ])('throw an error that does not quote %s', async (_, members) => {
    const { row } = await insert(NOTES)
    await redis.hset(`${prefix}:{user:ada}:row:${NOTES.name}:ada row`, members)
    for (const read of [
      () => readRow(adapter, NOTES, row),
      () => findRows(adapter, NOTES, 'userId', 'ada'),
    ]) {
      await expect(read()).rejects.toThrow('is damaged')
      await expect(read()).rejects.not.toThrow(/no-json|secret/)
    }
  })

  it('lose no integer above 2^53, and keep the version as it was given', async () => {
    const { MAX_SAFE_INTEGER: max } = Number
    const row = { ...newRow(NOTES, { count: max - 1 }), version: max }
    await adapter.records.insert(NOTES, row, Date.now())
    expect(await readRow(adapter, NOTES, row)).toEqual(row)
    expect(await adapter.records.drop(NOTES, row.values, max - 1)).toBe(false)
    expect(await adapter.records.drop(NOTES, row.values, max)).toBe(true)
  })

  it('without a user expire by themselves', async () => {
    const expires = Date.now() + HOUR
    const code = { values: { id: 'code', tries: 0, expires }, version: 1 }
    await adapter.records.insert(CODES, code, Date.now())
    const [key = ''] = await redis.keys(`${prefix}:{row:*`)
    expect(await redis.pexpiretime(key)).toBe(expires)
  })
})

describe('rows of a server that goes away', () => {
  it.each([NOTES, LINKS])(
    'of $name are found, or absent and free, after an insert that failed at any command',
    async (table) => {
      const adapter = redisAdapter(redis, { prefix, cluster: true })
      let failures = 0
      for (let commands = 0; ; commands += 1) {
        await createUser(adapter, 'ada')
        const row = newRow(table)
        const failing = redisAdapter(endingAfter(commands), { prefix })
        const outcome = await failing.records.insert(table, row, Date.now()).catch(() => 'failed')
        const there = await readRow(adapter, table, row)
        expect(await findRows(adapter, table, 'topic', 'red')).toEqual(there ? [there] : [])
        expect(await findRows(adapter, table, 'userId', 'ada')).toEqual(there ? [there] : [])
        await adapter.deleteUser('ada')
        expect(await readRow(adapter, table, row)).toBeNull()
        const rows = (await outside.keys(prefix)).filter((key) => /\{row:|:row:/.test(key))
        expect(rows).toEqual([])
        if (outcome === 'inserted') break
        failures += 1
      }
      expect(failures).toBe(table === NOTES ? 2 : 5)
    },
  )
})

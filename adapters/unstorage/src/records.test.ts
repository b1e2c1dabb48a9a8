import { NOTES } from '@latchstring/adapter-conformance'
import type { StoredRecord } from '@latchstring/core/adapters'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LINKS } from '../../../test/adapters/samples.ts'
import { DRIVERS, type TestStorage } from '../test/drivers.ts'
import { faultyStorage } from '../test/faults.ts'
import { ADA, EVE, openStorage } from '../test/works.ts'
import { type KeyValueStorage, type UnstorageAdapter, unstorageAdapter } from './index.ts'

let version = 0
function newRow(members: object = {}): StoredRecord {
  version += 1
  return {
    values: { id: 'row', userId: 'ada', topic: 'red', count: 1, until: null, ...members },
    version,
  }
}

function verbsOf({ records }: UnstorageAdapter): NonNullable<UnstorageAdapter['records']> {
  if (records === undefined) throw new Error('A single writer has records.')
  return records
}

const open = (storage: KeyValueStorage, ttl = false): UnstorageAdapter =>
  unstorageAdapter(storage, { singleWriter: true, ttl })

let opened: TestStorage
beforeEach(async () => {
  opened = await openStorage()
})
afterEach(() => opened.close())

const insert = (adapter: UnstorageAdapter, row: StoredRecord, table = LINKS) =>
  verbsOf(adapter).insert(table, row, Date.now())

async function setUp(): Promise<UnstorageAdapter> {
  await opened.storage.clear()
  const adapter = open(opened.storage)
  await adapter.createUser(ADA)
  await adapter.createUser(EVE)
  return adapter
}

/** Asserts that the row is found, once, by what it has, and by nothing else. */
async function assertFound(adapter: UnstorageAdapter): Promise<StoredRecord | null> {
  const records = verbsOf(adapter)
  const there = await records.get(LINKS, { id: 'row' })
  for (const [field, value] of [
    ['userId', 'ada'],
    ['userId', 'eve'],
    ['topic', 'red'],
    ['topic', 'blue'],
  ] as const) {
    const { rows } = await records.find(LINKS, { field, value, limit: 100 })
    expect(rows).toEqual(there?.values[field] === value ? [there] : [])
  }
  return there
}

type Work = (adapter: UnstorageAdapter, row: StoredRecord) => Promise<unknown>

const WORKS: readonly { name: string; work: Work; there: boolean }[] = [
  { name: 'insert', there: false, work: insert },
  {
    name: 'insert over an expired row',
    there: true,
    work: (adapter) =>
      verbsOf(adapter).insert(LINKS, newRow({ userId: 'eve', topic: 'blue' }), 9e12),
  },
  {
    name: 'change',
    there: true,
    work: (adapter, row) => verbsOf(adapter).change(LINKS, newRow(), row.version),
  },
  {
    name: 'drop',
    there: true,
    work: (adapter, row) => verbsOf(adapter).drop(LINKS, row.values, row.version),
  },
  { name: 'clear', there: true, work: (adapter) => verbsOf(adapter).clear(LINKS, 'topic', 'red') },
  { name: 'deleteUser', there: true, work: (adapter) => adapter.deleteUser('ada') },
]

const FAULTS = [
  { name: 'without effect', effect: false, dies: false },
  { name: 'with effect', effect: true, dies: false },
  { name: 'for good', effect: false, dies: true },
]

describe.each(WORKS)('$name of a single writer', ({ work, there }) => {
  it.each(FAULTS)(
    'leaves a row that is found or absent, with a key that can be used, if any call fails $name',
    async ({ effect, dies }) => {
      let failures = 0
      for (let call = 1; ; call += 1) {
        const adapter = await setUp()
        const row = newRow({ until: 8e12 })
        if (there) await insert(adapter, row)
        const { storage, calls } = faultyStorage(opened.storage, { call, effect, dies })
        const outcome = await work(open(storage), row).catch(() => 'failed')
        if (outcome === 'failed') failures += 1
        const next = open(opened.storage)
        const left = await assertFound(next)
        if (left !== null) {
          expect(await verbsOf(next).drop(LINKS, left.values, left.version)).toBe(true)
        }
        const again = newRow({ userId: 'eve', topic: 'blue' })
        expect(await insert(next, again)).toBe('inserted')
        expect(await assertFound(next)).toEqual(again)
        await next.deleteUser('ada')
        expect(await assertFound(next)).toEqual(again)
        await next.deleteUser('eve')
        expect(await assertFound(next)).toBeNull()
        if (calls() < call) break
      }
      expect(failures).toBeGreaterThan(0)
    },
  )
})

describe('a row of a single writer', () => {
  it('is gone with its user, however insert and deleteUser meet', async () => {
    for (let wait = 0; wait < 12; wait += 1) {
      const adapter = await setUp()
      const row = newRow()
      const deleting = adapter.deleteUser('ada')
      for (let turn = 0; turn < wait * 5; turn += 1) await Promise.resolve()
      const inserting = insert(adapter, row)
      expect(['inserted', 'no-owner']).toContain(await inserting)
      await deleting
      expect(await assertFound(adapter)).toBeNull()
      expect(await insert(adapter, row)).toBe('no-owner')
    }
  })

  it('is gone with its user, whichever of insert and deleteUser came first', async () => {
    const adapter = await setUp()
    const inserting = insert(adapter, newRow())
    await adapter.deleteUser('ada')
    expect(await inserting).toBe('inserted')
    expect(await assertFound(adapter)).toBeNull()
  })

  it('frees its key when the deletion of its user was interrupted', async () => {
    const adapter = await setUp()
    await insert(adapter, newRow())
    for (const key of await opened.storage.getKeys('latchstring:user')) {
      const item = await opened.storage.getItem<{ members: { id: string } }>(key)
      if (item?.members.id === 'ada') await opened.storage.removeItem(key)
    }
    const next = newRow({ userId: 'eve', topic: 'blue' })
    expect(await insert(adapter, next)).toBe('inserted')
    expect(await assertFound(adapter)).toEqual(next)
  })

  it('that is damaged throws an error that does not quote it', async () => {
    const adapter = await setUp()
    await insert(adapter, newRow())
    for (const key of await opened.storage.getKeys('latchstring:row')) {
      await opened.storage.setItem(key, { values: 'no-json', version: 1, lists: [] })
    }
    const read = async () => verbsOf(adapter).get(LINKS, { id: 'row' })
    await expect(read()).rejects.toThrow('is damaged')
    await expect(read()).rejects.not.toThrow('no-json')
  })

  it('keeps members that parsers of drivers leave out', async () => {
    const adapter = await setUp()
    const data: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}')
    const values = { userId: 'ada', id: 'a', topic: 'red', text: null, count: 1, done: true }
    // The text above is of an object.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const row = { values: { ...values, at: null, data: data as object }, version: 1 }
    await insert(adapter, row, NOTES)
    const found = await verbsOf(adapter).get(NOTES, row.values)
    expect(JSON.stringify(found?.values['data'])).toBe(JSON.stringify(data))
  })

  it('has no records without the option, because other writers would not wait', () => {
    const adapter = unstorageAdapter(opened.storage)
    expect(adapter.records).toBeUndefined()
    expect(adapter.capabilities.records).toBe(false)
  })
})

describe('a row in a storage that lets items expire', () => {
  it('has entries that last as long as the row', async () => {
    const ttls = new Map<string, number | undefined>()
    const { storage } = opened
    const watched: KeyValueStorage = {
      getItem: (key) => storage.getItem(key),
      async setItem(key, value, options) {
        ttls.set(key, options?.ttl)
        await storage.setItem(key, value)
      },
      removeItem: (key) => storage.removeItem(key),
      getKeys: (base) => storage.getKeys(base),
    }
    const adapter = open(watched, true)
    await adapter.createUser(ADA)
    const seconds = (rows: boolean): readonly (number | undefined)[] =>
      [...ttls]
        .filter(([key]) => key.includes(LINKS.name) && key.startsWith('latchstring:row:') === rows)
        .map(([, ttl]) => ttl)
    const until = Date.now() + 1_000_000
    const row = newRow({ until })
    await insert(adapter, row)
    const [first = 0] = seconds(true)
    expect(first).toBeLessThanOrEqual(1000)
    for (const ttl of seconds(false)) expect(ttl).toBeGreaterThanOrEqual(first)
    const later = newRow({ until: until + 1_000_000 })
    expect(await verbsOf(adapter).change(LINKS, later, row.version)).toBe(true)
    for (const ttl of [...seconds(true), ...seconds(false)]) expect(ttl).toBeGreaterThan(1000)
    const sooner = newRow({ until })
    expect(await verbsOf(adapter).change(LINKS, sooner, later.version)).toBe(true)
    for (const ttl of seconds(true)) expect(ttl).toBeLessThanOrEqual(1000)
    for (const ttl of seconds(false)) expect(ttl).toBeGreaterThan(1000)
  })
})

describe.each(DRIVERS)('rows in the driver $name', ({ open: openDriver, ttl }) => {
  it('have ids that keys of the driver might confuse', async () => {
    const { storage, close } = await openDriver()
    const adapter = open(storage, ttl)
    await adapter.createUser(ADA)
    const ids = ['a:b', 'a/b', 'a?b', 'A', 'a', '..', '%2e', '}', '{a}', 'a$', '\\']
    for (const id of ids) expect(await insert(adapter, newRow({ id, topic: id }))).toBe('inserted')
    for (const id of ids) {
      const { rows } = await verbsOf(adapter).find(LINKS, { field: 'topic', value: id, limit: 10 })
      expect(rows.map(({ values }) => values['id'])).toEqual([id])
    }
    await adapter.deleteUser('ada')
    expect(await storage.getKeys()).toEqual([])
    await close()
  })
})

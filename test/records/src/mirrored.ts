import assert from 'node:assert/strict'
import type {
  Adapter,
  AdapterRecords,
  RecordTable,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import { textOf } from '../../adapters/samples.ts'
import type { Tables } from '../../../packages/feature-conformance/src/lib/world/store.ts'

/** What of an adapter rows are kept in. */
export interface RealStore {
  readonly records: AdapterRecords
  readonly users: Required<Pick<Adapter, 'createUser' | 'deleteUser'>>
}

interface Kept {
  readonly table: RecordTable
  readonly row: StoredRecord
}

const keyOf = ({ key }: RecordTable, { values }: StoredRecord): RecordValues =>
  Object.fromEntries(key.map((field) => [field, values[field] ?? null]))

const ownerOf = ({ table: { owner }, row }: Kept): string | undefined =>
  owner === undefined ? undefined : textOf(row, owner)

/** The rows in memory, by table and key. */
function rowsIn({ records }: Tables): ReadonlyMap<string, Kept> {
  const all = [...records.values()].flatMap(({ table, rows }) =>
    [...rows].map(
      ([key, row]) => [`${table.name} ${key}`, { table, row: structuredClone(row) }] as const,
    ),
  )
  return new Map(all)
}

const byVersion = (rows: readonly StoredRecord[]): readonly StoredRecord[] =>
  rows.toSorted((one, other) => one.version - other.version)

/** Brings a store to what is in memory, where users and rows are also put without a verb. */
function createFollower(tables: Tables, { records, users }: RealStore) {
  let known: ReadonlyMap<string, Kept> = new Map()
  const people = new Set<string>()

  async function followUsers(): Promise<void> {
    for (const id of [...people].filter((one) => !tables.users.has(one))) {
      await users.deleteUser(id)
      people.delete(id)
    }
    for (const [id, { email, emailVerified }] of tables.users) {
      if (people.has(id)) continue
      assert.equal((await users.createUser({ id, email, emailVerified })).id, id)
      people.add(id)
    }
  }

  async function dropLeft(kept: Kept): Promise<void> {
    const { table, row } = kept
    const owner = ownerOf(kept)
    if (owner === undefined || people.has(owner)) {
      assert.equal(await records.drop(table, keyOf(table, row), row.version), true)
    }
    assert.equal(await records.get(table, keyOf(table, row)), null)
  }

  return {
    follow: async (): Promise<void> => {
      await followUsers()
      const wanted = rowsIn(tables)
      for (const [key, kept] of known) {
        if (wanted.get(key)?.row.version !== kept.row.version) await dropLeft(kept)
      }
      for (const [key, { table, row }] of wanted) {
        if (known.get(key)?.row.version === row.version) continue
        assert.equal(await records.insert(table, row, 0), 'inserted')
      }
      known = wanted
    },
    /** What a verb has done in both. */
    note: (): void => {
      known = rowsIn(tables)
    },
  }
}

/** The verbs over a real store and, in the same steps, over one in memory: they have to answer the same. */
export function mirror(tables: Tables, inMemory: AdapterRecords, real: RealStore): AdapterRecords {
  const { follow, note } = createFollower(tables, real)
  let queue: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }
  const both = <T>(verb: (records: AdapterRecords) => T | PromiseLike<T>): Promise<T> =>
    inTurn(async () => {
      await follow()
      const there = await verb(real.records)
      const here = await verb(inMemory)
      note()
      assert.deepEqual(there, here)
      return there
    })

  return {
    keeps: () => true,
    get: (table, key) => both((records) => records.get(table, key)),
    find: (table, query) =>
      inTurn(async () => {
        await follow()
        const there = await real.records.find(table, query)
        if (query.after !== undefined || there.next !== null) return there
        const here = await inMemory.find(table, query)
        assert.deepEqual(byVersion(there.rows), byVersion(here.rows))
        return there
      }),
    insert: (table, row, now) => both((records) => records.insert(table, row, now)),
    change: (table, row, from) => both((records) => records.change(table, row, from)),
    drop: (table, key, version) => both((records) => records.drop(table, key, version)),
    clear: async (table, field, value) => {
      await both(async (records) => void (await records.clear(table, field, value)))
    },
    // A store may do it by itself.
    deleteExpired: (table, now, limit) => inMemory.deleteExpired(table, now, limit),
  }
}

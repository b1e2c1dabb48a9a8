import type { RecordVerbs } from '@latchstring/adapter-kit'
import type { RecordTable, StoredRecord } from '@latchstring/core/adapters'
import type { Guard } from './guard.ts'
import { digest } from './keys.ts'
import { all, type Queue } from './queue.ts'
import {
  createRows,
  isOfTable,
  listName,
  type ListedRow,
  listOfUser,
  ownerOf,
  rowId,
  type Rows,
  toListed,
} from './record-rows.ts'
import type { Store } from './store.ts'

/** The verbs on tables that are data, and the end of a user. */
export interface Records {
  readonly verbs: RecordVerbs
  /** Deletes the rows of a user in every table. */
  readonly removeAll: (userId: string) => Promise<void>
}

/** Context of the verbs. */
interface RecordParts {
  readonly store: Store
  readonly queue: Queue
  readonly guard: Guard
}

const toRecord = ({ values, version }: ListedRow): StoredRecord => ({ values, version })

const isOver = ({ expires }: ListedRow, now: number): boolean => expires !== null && expires <= now

interface RowWork {
  readonly rows: Rows
  readonly store: Store
  /** Does the work when earlier work on the same row has ended. */
  readonly alone: <Result>(id: string, work: () => Promise<Result>) => Promise<Result>
}

/** Whether the user of a row does not exist; never without an owner. */
async function isOrphan(store: Store, table: RecordTable, row: StoredRecord): Promise<boolean> {
  const owner = ownerOf(table, row.values)
  return owner !== undefined && (await store.readItem('user', await digest(owner))) === null
}

type Writes = Pick<RecordVerbs, 'insert' | 'change'>

function rowWrites({ rows, store, alone }: RowWork, guard: Guard): Writes {
  return {
    async insert(table, record, now) {
      if (await isOrphan(store, table, record)) return 'no-owner'
      const id = await rowId(table, record.values)
      return alone(id, async () => {
        const there = await rows.read(id)
        // The deletion of a user may have been interrupted.
        if (there && !isOver(there, now) && !(await isOrphan(store, table, there))) return 'taken'
        if (there) await rows.remove(id, there)
        const row = await toListed(table, record)
        await guard.attempt(
          () => rows.write(id, row),
          () => rows.remove(id, row),
        )
        return 'inserted'
      })
    },
    async change(table, record, from) {
      const id = await rowId(table, record.values)
      const row = await toListed(table, record)
      return alone(id, async () => {
        const before = await rows.read(id)
        if (before?.version !== from) return false
        await guard.attempt(
          () => rows.write(id, row, before),
          () => rows.write(id, before, row),
        )
        return true
      })
    },
  }
}

const idsIn = async (store: Store, table: RecordTable, list: string): Promise<readonly string[]> =>
  (await store.namesUnder(list)).filter((id) => isOfTable(id, table))

type Reads = Pick<RecordVerbs, 'keeps' | 'get' | 'find'>

const rowReads = ({ rows, store }: RowWork): Reads => ({
  keeps: () => true,
  async get(table, key) {
    const row = await rows.read(await rowId(table, key))
    return row && toRecord(row)
  },
  async find(table, { field, value, limit, after = '' }) {
    const ids = await idsIn(store, table, await listName(table, field, value))
    const page = ids
      .filter((id) => id > after)
      .toSorted((one, other) => (one < other ? -1 : 1))
      .slice(0, limit)
    const found = (await Promise.all(page.map(rows.read))).filter((row) => row !== null)
    // An entry may be left of a row that had another value.
    const those = found.filter(({ values }) => values[field] === value)
    return { rows: those.map(toRecord), next: page.length < limit ? null : (page.at(-1) ?? null) }
  },
})

/** Records of a store, whose verbs on one row wait for each other, and inserts for the deletion of the user. */
export function createRecords({ store, queue, guard }: RecordParts): Records {
  const rows = createRows(store)
  const work: RowWork = { rows, store, alone: (id, run) => guard.run(`row:${id}`, run) }
  const { insert, change } = rowWrites(work, guard)

  /** Deletes the row with an id if it fulfils a condition, and says whether it did. */
  const removeIf = (id: string, condition: (row: ListedRow) => boolean): Promise<boolean> =>
    work.alone(id, async () => {
      const row = await rows.read(id)
      if (row === null || !condition(row)) return false
      await rows.remove(id, row)
      return true
    })

  return {
    verbs: {
      ...rowReads(work),
      change,
      insert(table, row, now) {
        const owner = ownerOf(table, row.values)
        if (owner === undefined) return insert(table, row, now)
        return queue.run(`user:${owner}`, () => insert(table, row, now))
      },
      drop: async (table, key, version) =>
        removeIf(await rowId(table, key), (row) => row.version === version),
      async clear(table, field, value) {
        const ids = await idsIn(store, table, await listName(table, field, value))
        await all(ids.map((id) => removeIf(id, ({ values }) => values[field] === value)))
      },
      async deleteExpired(table, now, limit) {
        let deleted = 0
        // Sequential, because there may be many rows.
        for (const id of await idsIn(store, table, 'row')) {
          if (deleted >= limit) break
          if (await removeIf(id, (row) => isOver(row, now))) deleted += 1
        }
        return deleted
      },
    },
    async removeAll(userId) {
      const list = await listOfUser(userId)
      const ids = await store.namesUnder(list)
      await all(ids.map((id) => removeIf(id, ({ lists }) => lists.includes(list))))
      await all(ids.map((id) => store.forget(`${list}:${id}`)))
    },
  }
}

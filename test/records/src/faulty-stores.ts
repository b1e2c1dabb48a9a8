import type {
  AdapterRecords,
  RecordTable,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'

const keyOf = ({ key }: RecordTable, values: RecordValues): RecordValues =>
  Object.fromEntries(key.map((field) => [field, values[field] ?? null]))

/** A store that compares no version: whichever is there is the right one. */
export const byKeyAlone = (store: AdapterRecords): AdapterRecords => ({
  ...store,
  async change(table, row, from) {
    const there = await store.get(table, keyOf(table, row.values))
    return store.change(table, row, there?.version ?? from)
  },
  async drop(table, key, version) {
    const there = await store.get(table, key)
    return store.drop(table, key, there?.version ?? version)
  },
})

/** A store that counts the versions of each row from 1 on, in place of those that it is given. */
export function countsVersions(store: AdapterRecords): AdapterRecords {
  const counts = new Map<number, number>()
  const countOf = (version: number): number => counts.get(version) ?? version
  const keep = (row: StoredRecord, version: number): StoredRecord => {
    counts.set(row.version, version)
    return { ...row, version }
  }
  return {
    ...store,
    insert: (table, row, now) => store.insert(table, keep(row, 1), now),
    change: (table, row, from) => store.change(table, keep(row, countOf(from) + 1), countOf(from)),
    drop: (table, key, version) => store.drop(table, key, countOf(version)),
  }
}

/** A store that says of a change which it made that it did not. */
export const deniesChanges = (store: AdapterRecords): AdapterRecords => ({
  ...store,
  async change(table, row, from) {
    await store.change(table, row, from)
    return false
  },
})

/** A store whose `find` answers from a copy without the last write. */
export function findsLate(store: AdapterRecords): AdapterRecords {
  let last:
    | { readonly table: RecordTable; readonly key: RecordValues; readonly row: StoredRecord | null }
    | undefined
  async function noting<T>(
    table: RecordTable,
    values: RecordValues,
    write: () => T,
  ): Promise<Awaited<T>> {
    const key = keyOf(table, values)
    const row = await store.get(table, key)
    const answer = await write()
    if (answer === true || answer === 'inserted') last = { table, key, row }
    return answer
  }
  return {
    ...store,
    async find(table, query) {
      const page = await store.find(table, query)
      if (last?.table.name !== table.name) return page
      const { key, row } = last
      const isLast = ({ values }: StoredRecord): boolean =>
        table.key.every((field) => values[field] === key[field])
      const before = row && row.values[query.field] === query.value ? [row] : []
      return { ...page, rows: [...page.rows.filter((one) => !isLast(one)), ...before] }
    },
    insert: (table, row, now) => noting(table, row.values, () => store.insert(table, row, now)),
    change: (table, row, from) => noting(table, row.values, () => store.change(table, row, from)),
    drop: (table, key, version) => noting(table, key, () => store.drop(table, key, version)),
  }
}

import type {
  AdapterRecords,
  RecordTable,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'

/** The rows of each table, by its name and by their keys as text. */
export type RecordRows = Map<string, Map<string, StoredRecord>>

const keyOf = ({ key }: RecordTable, values: RecordValues): string =>
  JSON.stringify(key.map((field) => values[field]))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The verbs over rows in memory. */
export function recordVerbs(
  tables: { readonly records: RecordRows },
  isUser: (id: string) => boolean,
): AdapterRecords {
  const rowsOf = ({ name }: RecordTable): Map<string, StoredRecord> => {
    const rows = tables.records.get(name) ?? new Map<string, StoredRecord>()
    tables.records.set(name, rows)
    return rows
  }
  const isOver = ({ expires }: RecordTable, { values }: StoredRecord, now: number): boolean =>
    expires !== undefined && Number(values[expires]) <= now
  return {
    keeps: () => true,
    get: (table, key) => structuredClone(rowsOf(table).get(keyOf(table, key)) ?? null),
    find(table, { field, value, limit, after = '' }) {
      const found = [...rowsOf(table)]
        .filter(([key, { values }]) => values[field] === value && key > after)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .slice(0, limit)
      const rows = structuredClone(found.map(([, row]) => row))
      return { rows, next: found.length < limit ? null : (found.at(-1)?.[0] ?? null) }
    },
    insert(table, row, now) {
      const rows = rowsOf(table)
      const key = keyOf(table, row.values)
      const there = rows.get(key)
      if (there && !isOver(table, there, now)) return 'taken'
      if (table.owner !== undefined && !isUser(textOf(row.values[table.owner]))) return 'no-owner'
      rows.set(key, structuredClone(row))
      return 'inserted'
    },
    change(table, row, from) {
      const rows = rowsOf(table)
      const key = keyOf(table, row.values)
      if (rows.get(key)?.version !== from) return false
      rows.set(key, structuredClone(row))
      return true
    },
    drop(table, values, version) {
      const rows = rowsOf(table)
      const key = keyOf(table, values)
      return rows.get(key)?.version === version && rows.delete(key)
    },
    clear(table, field, value) {
      for (const [key, { values }] of rowsOf(table)) {
        if (values[field] === value) rowsOf(table).delete(key)
      }
    },
    deleteExpired(table, now, limit) {
      const over = [...rowsOf(table)].filter(([, row]) => isOver(table, row, now)).slice(0, limit)
      for (const [key] of over) rowsOf(table).delete(key)
      return over.length
    },
  }
}

/** Deletes the rows that belong to a user. */
export function removeOwned(tables: { readonly records: RecordRows }, userId: string): void {
  for (const rows of tables.records.values()) {
    for (const [key, { values }] of rows) if (values['userId'] === userId) rows.delete(key)
  }
}

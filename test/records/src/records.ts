import { randomInt } from 'node:crypto'

/** What a field of a row holds. */
type Value = string | number | boolean | null | readonly string[]

/** The fields of a row. */
export type Fields = Readonly<Record<string, Value>>

/** A row that was read, with the version that `change` and `drop` compare. */
export interface Row<F extends Fields = Fields> {
  readonly fields: F
  readonly key: string
  readonly version: number
}

/** A table: what makes a row unique, and the field that names the user. */
export interface Table<F extends Fields> {
  readonly name: string
  readonly key: (fields: F) => string
  readonly owner?: (fields: F) => string
}

/** The five verbs. */
export interface Records {
  get: <F extends Fields>(table: Table<F>, key: string) => Promise<Row<F> | null>
  find: <F extends Fields>(table: Table<F>, owner: string) => Promise<readonly Row<F>[]>
  insert: <F extends Fields>(table: Table<F>, fields: F) => Promise<Row<F> | 'taken'>
  change: <F extends Fields>(table: Table<F>, row: Row<F>, to: Partial<F>) => Promise<Row<F> | null>
  drop: <F extends Fields>(table: Table<F>, row: Row<F>) => Promise<boolean>
}

/** What a store may do wrong, so that the model is seen to find it. */
export interface Faults {
  /** The first version of a row is always 1. */
  readonly versionsFromOne?: boolean
  /** `change` and `drop` look for the key alone. */
  readonly byKeyAlone?: boolean
  /** `change` writes a row that is not there. */
  readonly writesAbsent?: boolean
  /** `insert` replaces a row that is there. */
  readonly replaces?: boolean
}

/** A store in memory: the reference for the five verbs. Each of them is one step. */
export function createRecords(faults: Faults = {}): Records {
  const tables = new Map<string, Map<string, Row>>()
  const rowsOf = <F extends Fields>(table: Table<F>): Map<string, Row<F>> => {
    const rows = tables.get(table.name) ?? new Map<string, Row>()
    tables.set(table.name, rows)
    // Its rows were put there by the verbs of this table.
    return rows as unknown as Map<string, Row<F>>
  }
  const isRead = (found: Row | undefined, row: Row): boolean =>
    found !== undefined && (faults.byKeyAlone === true || found.version === row.version)
  return {
    get: async (table, key) => rowsOf(table).get(key) ?? null,
    find: async (table, owner) =>
      [...rowsOf(table).values()].filter(({ fields }) => table.owner?.(fields) === owner),
    insert: async (table, fields) => {
      const rows = rowsOf(table)
      const key = table.key(fields)
      if (rows.has(key) && !faults.replaces) return 'taken'
      const row = { fields, key, version: faults.versionsFromOne ? 1 : randomInt(2 ** 47) }
      rows.set(key, row)
      return row
    },
    change: async (table, row, to) => {
      const rows = rowsOf(table)
      const found = rows.get(row.key)
      if (!isRead(found, row) && !(faults.writesAbsent && !found)) return null
      const changed = { ...row, fields: { ...row.fields, ...to }, version: row.version + 1 }
      rows.set(row.key, changed)
      return changed
    },
    drop: async (table, row) => {
      const rows = rowsOf(table)
      return isRead(rows.get(row.key), row) && rows.delete(row.key)
    },
  }
}

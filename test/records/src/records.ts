import { randomInt } from 'node:crypto'

/** What a field of a row holds. */
type Value = string | number | boolean | null | readonly string[]

/** The fields of a row. */
export type Fields = Readonly<Record<string, Value>>

/** A row that was read. The store knows its version, which `change` and `drop` compare. */
export interface Row<F extends Fields = Fields> {
  readonly fields: F
  readonly key: string
}

/** A table: what makes a row unique, and by what `find` finds it: its user, with whom the key begins before a slash, or another field. */
export interface Table<F extends Fields> {
  readonly name: string
  readonly key: (fields: F) => string
  readonly owner?: (fields: F) => string
  readonly lookup?: (fields: F) => string
}

/** The five verbs. */
export interface Records {
  get: <F extends Fields>(table: Table<F>, key: string) => Promise<Row<F> | null>
  find: <F extends Fields>(table: Table<F>, value: string) => Promise<readonly Row<F>[]>
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
  /** `find` answers as before the last write. */
  readonly findsLate?: boolean
}

interface Kept {
  readonly row: Row
  readonly version: number
}

type Tables = Map<string, Map<string, Kept>>

/** A store in memory: the reference for the five verbs. Each of them is one step. */
export function createRecords(faults: Faults = {}): Records {
  const versions = new WeakMap<Row, number>()
  const tables: Tables = new Map()
  let copy: Tables = new Map()
  const rowsOf = ({ name }: { readonly name: string }): Map<string, Kept> => {
    const rows = tables.get(name) ?? new Map<string, Kept>()
    tables.set(name, rows)
    return rows
  }
  /** The kept row, with the type of the table: its rows were put there by the verbs of this table. */
  const rowOf = <F extends Fields>(kept: Kept): Row<F> => kept.row as Row<F>
  const write = <F extends Fields>(table: Table<F>, key: string, fields: F, version: number) => {
    const row: Row<F> = { fields, key }
    versions.set(row, version)
    rowsOf(table).set(key, { row, version })
    return row
  }
  const keepCopy = (): void => {
    if (faults.findsLate) copy = new Map([...tables].map(([name, rows]) => [name, new Map(rows)]))
  }
  const isRead = (found: Kept | undefined, row: Row): boolean =>
    found !== undefined && (faults.byKeyAlone === true || found.version === versions.get(row))
  return {
    async get(table, key) {
      const found = rowsOf(table).get(key)
      return found ? rowOf(found) : null
    },
    async find<F extends Fields>(table: Table<F>, value: string) {
      const rows = faults.findsLate ? copy.get(table.name) : rowsOf(table)
      const valueOf = table.owner ?? table.lookup
      return [...(rows?.values() ?? [])]
        .map((kept) => rowOf<F>(kept))
        .filter(({ fields }) => valueOf?.(fields) === value)
    },
    async insert(table, fields) {
      const key = table.key(fields)
      if (rowsOf(table).has(key) && !faults.replaces) return 'taken'
      keepCopy()
      return write(table, key, fields, faults.versionsFromOne ? 1 : randomInt(2 ** 47))
    },
    async change(table, row, to) {
      const found = rowsOf(table).get(row.key)
      if (!isRead(found, row) && !(faults.writesAbsent && !found)) return null
      keepCopy()
      return write(table, row.key, { ...row.fields, ...to }, (versions.get(row) ?? 0) + 1)
    },
    async drop(table, row) {
      const rows = rowsOf(table)
      if (!isRead(rows.get(row.key), row)) return false
      keepCopy()
      return rows.delete(row.key)
    },
  }
}

import type { AdapterRecords } from '@latchstring/core/adapters'
import { createRecords } from '../../../packages/core/src/lib/records/records.ts'
import type {
  Records as CoreRecords,
  Row as CoreRow,
} from '../../../packages/core/src/lib/types/record-verbs.ts'
import type { Fields, Records, Row, Table } from './records.ts'

const FAR = 4_102_444_800_000

/** Rows of every table of the model that belong to no user. `place` is the name of world and table. */
export const ROWS = {
  name: 'auth_model_rows',
  fields: {
    place: { kind: 'id' },
    id: { kind: 'id' },
    found: { kind: 'id' },
    data: { kind: 'json' },
    expires: { kind: 'time' },
  },
  key: ['place', 'id'],
  lookups: ['found'],
  expires: 'expires',
} as const

/** The same for rows that go with a user. */
export const OWNED = {
  name: 'auth_model_owned',
  fields: {
    userId: { kind: 'id' },
    place: { kind: 'id' },
    id: { kind: 'id' },
    data: { kind: 'json' },
  },
  key: ['userId', 'place', 'id'],
  owner: 'userId',
} as const

/** A store with users, and a place for rows of both tables. */
export interface RealStore {
  readonly records: AdapterRecords
  /** Makes a user of a name that no other one has. */
  readonly createUser: (name: string) => Promise<string>
}

/** A row that was read from the store, with what can be done to it. */
interface Read {
  readonly key: string
  readonly data: unknown
  readonly change: (fields: Fields) => Promise<Read | null>
  readonly drop: () => Promise<boolean>
}

/** What the five verbs need of one table of the model. */
interface Drawer {
  readonly get: (key: string) => Promise<Read | null>
  readonly find: (value: string) => Promise<readonly Read[]>
  readonly insert: (key: string, value: string, fields: Fields) => Promise<Read | 'taken'>
}

const LIMIT = 2

/** Every row that is found, in pages. */
async function findAll<R>(
  find: (page: { readonly limit: number; readonly after: string | undefined }) => Promise<{
    readonly rows: readonly R[]
    readonly next: string | undefined
  }>,
): Promise<readonly R[]> {
  const found: R[] = []
  let after: string | undefined
  do {
    const { rows, next } = await find({ limit: LIMIT, after })
    found.push(...rows)
    after = next
  } while (after !== undefined)
  return found
}

function openRows(records: CoreRecords, place: string): Drawer {
  const toRead = (row: CoreRow<typeof ROWS>): Read => ({
    key: row.id,
    data: row.data,
    async change(data) {
      const changed = await records.change(ROWS, row, { data })
      return changed && toRead(changed)
    },
    drop: () => records.drop(ROWS, row),
  })
  const foundBy = (value: string): string => `${place}/${value}`
  return {
    async get(id) {
      const row = await records.get(ROWS, { place, id })
      return row && toRead(row)
    },
    async find(value) {
      const rows = await findAll((page) => records.find(ROWS, 'found', foundBy(value), page))
      return rows.map(toRead)
    },
    async insert(id, value, data) {
      const values = { place, id, found: foundBy(value), data, expires: FAR }
      const row = await records.insert(ROWS, values)
      if (row === 'no-owner') throw new TypeError('The row has no owner.')
      return row === 'taken' ? row : toRead(row)
    },
  }
}

/** @param idOf - the id of the user with a name */
function openOwned(
  records: CoreRecords,
  place: string,
  idOf: (name: string) => Promise<string>,
): Drawer {
  const toRead = (row: CoreRow<typeof OWNED>): Read => ({
    key: row.id,
    data: row.data,
    async change(data) {
      const changed = await records.change(OWNED, row, { data })
      return changed && toRead(changed)
    },
    drop: () => records.drop(OWNED, row),
  })
  return {
    async get(id) {
      const userId = await idOf(id.split('/')[0] ?? '')
      const row = await records.get(OWNED, { userId, place, id })
      return row && toRead(row)
    },
    async find(value) {
      const userId = await idOf(value)
      const rows = await findAll((page) => records.find(OWNED, 'userId', userId, page))
      return rows.filter((row) => row.place === place).map(toRead)
    },
    async insert(id, value, data) {
      const row = await records.insert(OWNED, { userId: await idOf(value), place, id, data })
      if (row === 'no-owner') throw new TypeError('The user of the row does not exist.')
      return row === 'taken' ? row : toRead(row)
    },
  }
}

let worlds = 0

/**
 * The five verbs over the core and a store that is real, in a world of its own: rows and users of other worlds are in the same store.
 */
export function bridge({ records: store, createUser }: RealStore): Records {
  const records = createRecords(store, Date.now)
  const world = `w${(worlds += 1)}`
  const users = new Map<string, Promise<string>>()
  const read = new WeakMap<Row, Read>()

  function idOf(name: string): Promise<string> {
    const id = users.get(name) ?? createUser(`${name}.${world}`)
    users.set(name, id)
    return id
  }
  const open = ({ name, owner }: Pick<Table<never>, 'name' | 'owner'>): Drawer =>
    owner ? openOwned(records, `${world}/${name}`, idOf) : openRows(records, `${world}/${name}`)
  function toRow<F extends Fields>(one: Read): Row<F> {
    // They are the fields that a program gave for this table.
    const row = { fields: one.data as F, key: one.key }
    read.set(row, one)
    return row
  }
  function readOf(row: Row): Read {
    const one = read.get(row)
    if (one) return one
    throw new TypeError('The row was not read from this store.')
  }
  return {
    async get(table, key) {
      const one = await open(table).get(key)
      return one && toRow(one)
    },
    async find<F extends Fields>(table: Table<F>, value: string) {
      const found = await open(table).find(value)
      return found.map((one) => toRow<F>(one))
    },
    async insert(table, fields) {
      const value = (table.owner ?? table.lookup)?.(fields) ?? 'none'
      const one = await open(table).insert(table.key(fields), value, fields)
      return one === 'taken' ? one : toRow(one)
    },
    async change(_table, row, to) {
      const one = await readOf(row).change({ ...row.fields, ...to })
      return one && toRow(one)
    },
    drop: async (_table, row) => readOf(row).drop(),
  }
}

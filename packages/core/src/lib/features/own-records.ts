import { AdapterError } from '../errors/classes.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { createRecords } from '../records/records.ts'
import { rowSeals } from '../records/seals.ts'
import type { ReadRecords, Records } from '../types/record-verbs.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { RecordTable } from '../types/records.ts'
import { insertOwned, requireSameOwner, type Guard } from './insert-owned.ts'
import { pruneTable } from './prune.ts'

type Store = Pick<ResolvedConfig, 'adapter' | 'clock' | 'secrets'>
type WritableStore = Store & Pick<ResolvedConfig, 'log' | 'provesAddresses'>

/** @throws TypeError for a table that is none of the feature */
export function requireOwn({ name, tables = [] }: AnyFeature, table: RecordTable): void {
  // The very object: a copy by the same name may have other fields.
  if (tables.includes(table)) return
  throw new TypeError(
    `The feature "${name}" has no table "${String(table.name)}": it reaches its own tables alone.`,
  )
}

function requireRecords({ adapter, clock, secrets }: Store): Records {
  if (adapter?.records) return createRecords(adapter.records, clock, rowSeals(secrets))
  throw new AdapterError('The store has no records.')
}

/** The tables of a feature, to read. There is no verb that writes, also for a program that asks without types. */
export function ownReadRecords(feature: AnyFeature, store: Store): ReadRecords {
  return Object.freeze<ReadRecords>({
    async get(table, key) {
      requireOwn(feature, table)
      return requireRecords(store).get(table, key)
    },
    async find(table, field, value, page) {
      requireOwn(feature, table)
      return requireRecords(store).find(table, field, value, page)
    },
  })
}

/** The request that tables are used by. */
interface OfRequest {
  /** What is wrong with the request by now. Default: it has no user. */
  readonly guard?: Guard | undefined
  /** When it began, in milliseconds. Default: now */
  readonly begunAt?: number | undefined
}

/** The tables of a feature. */
export function ownRecords(
  feature: AnyFeature,
  store: WritableStore,
  { guard, begunAt = store.clock() }: OfRequest = {},
): Records {
  return Object.freeze<Records>({
    ...ownReadRecords(feature, store),
    async insert(table, values) {
      requireOwn(feature, table)
      const row = await insertOwned(store, requireRecords(store), { table, values, guard, begunAt })
      if (typeof row !== 'string') await pruneTable(store, table)
      return row
    },
    async change(table, row, to) {
      requireOwn(feature, table)
      await requireSameOwner(store, { table, row, guard, begunAt })
      return requireRecords(store).change(table, row, to)
    },
    async drop(table, row) {
      requireOwn(feature, table)
      await requireSameOwner(store, { table, row, guard, begunAt })
      return requireRecords(store).drop(table, row)
    },
  })
}

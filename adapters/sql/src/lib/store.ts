import type { Adapter, AdapterCapabilities } from '@latchstring/core/adapters'
import type { Kysely } from 'kysely'
import type { Records, Row } from './records.ts'
import type { TableNames } from './schema.ts'

type Promising<Method> = Method extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never

/** The methods of the adapter interface but `transaction`: all of them, each giving a promise. */
export type AdapterMethods = {
  readonly [Name in Exclude<keyof Adapter, 'capabilities' | 'transaction'>]-?: Promising<
    NonNullable<Adapter[Name]>
  >
}

/** What the work of a transaction gets. It has no `transaction` of its own. */
export interface TransactionAdapter extends AdapterMethods {
  /** The adapter's, without `transactions`. */
  readonly capabilities: AdapterCapabilities
}

/** Tables as Kysely sees them here: their names are options, their rows are checked by `records`. */
export type Database = Record<string, Row>

/** What the adapter's methods work on. */
export interface Store {
  readonly tables: TableNames
  readonly records: Records
  /** The connection pool, or the connection of the transaction this store belongs to. */
  readonly db: Kysely<Database>
  /** Runs statements that take effect together; inside a transaction they join it. */
  readonly atomic: <T>(work: (db: Kysely<Database>) => Promise<T>) => Promise<T>
}

/** The columns of a record for a query that reads several tables, each as `prefix` + column. */
export function prefixed(
  columns: readonly string[],
  table: string,
  prefix: string,
): readonly `${string} as ${string}`[] {
  return columns.map((column) => `${table}.${column} as ${prefix}${column}` as const)
}

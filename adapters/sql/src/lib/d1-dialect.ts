import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { sqliteDialect } from './dialects.ts'

/** The part of a statement of D1 that is used here. */
export interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<{
    readonly results: unknown[]
    readonly meta: { readonly changes?: number }
  }>
}

/** The part of a D1 database that is used here: the binding of a Worker is one. */
export interface D1Database {
  prepare(sql: string): D1Statement
  batch(statements: D1Statement[]): Promise<unknown>
}

/** A compiled query as a statement of D1. */
export const toD1Statement = (d1: D1Database, { sql, parameters }: CompiledQuery): D1Statement =>
  d1.prepare(sql).bind(...parameters)

class D1Connection implements DatabaseConnection {
  readonly #d1: D1Database

  constructor(d1: D1Database) {
    this.#d1 = d1
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { results, meta } = await toD1Statement(this.#d1, query).all()
    return {
      // The query determines the type of a row, which is unknown here.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      rows: results as R[],
      numAffectedRows: BigInt(meta.changes ?? 0),
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

const noTransactions = (): Promise<never> =>
  Promise.reject(
    new Error('D1 has no transactions that stay open. Give it several statements with batch().'),
  )

const createDriver = (d1: D1Database): Driver => ({
  init: () => Promise.resolve(),
  acquireConnection: () => Promise.resolve(new D1Connection(d1)),
  beginTransaction: noTransactions,
  commitTransaction: noTransactions,
  rollbackTransaction: noTransactions,
  releaseConnection: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
})

/**
 * Kysely over a database of Cloudflare D1. It has no transactions: D1 runs several statements as one unit only when it
 * gets them at once.
 *
 * @param d1 - the binding
 *
 * @example
 * ```ts
 * import { type D1Database, d1Dialect } from '@latchstring/adapter-sql/d1'
 * import { Kysely } from 'kysely'
 *
 * export const open = (env: { DB: D1Database }) =>
 *   new Kysely<object>({ dialect: d1Dialect(env.DB) })
 * ```
 */
export const d1Dialect = (d1: D1Database): Dialect => sqliteDialect(() => createDriver(d1))

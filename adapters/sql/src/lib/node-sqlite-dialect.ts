import type { CompiledQuery, Dialect, QueryResult } from 'kysely'
import { sqliteDialect } from './dialects.ts'
import { createRetry } from './busy-retry.ts'
import { type SingleConnection, singleConnectionDriver } from './single-connection.ts'

/** The part of a statement of {@link NodeSqliteDatabase} that is used here. */
export interface NodeSqliteStatement {
  all(...parameters: (string | number | bigint | null)[]): unknown[]
}

/** The part of a `DatabaseSync` of `node:sqlite` that is used here. */
export interface NodeSqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): NodeSqliteStatement
  close(): void
}

/** Options of {@link createNodeSqliteDialect}. */
export interface NodeSqliteDialectOptions {
  /** Name of the database in errors. */
  readonly name: string
  /** Milliseconds to wait for the lock of another connection. */
  readonly timeout: number
  readonly open: () => Promise<NodeSqliteDatabase>
  /** Whether `destroy` closes the database. */
  readonly owned: boolean
}

const SQLITE_BUSY = 5

// The low byte of an extended result code is the code itself.
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  error.errcode % 256 === SQLITE_BUSY

function toParameter(value: unknown): string | number | bigint | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`A ${typeof value} cannot be a parameter of an SQL statement.`)
}

function execute(database: NodeSqliteDatabase, query: CompiledQuery): QueryResult<unknown> {
  const rows = database.prepare(query.sql).all(...query.parameters.map(toParameter))
  if (query.query.kind === 'SelectQueryNode') return { rows }
  // Both calls are synchronous, so no other statement runs between them.
  const [count] = database.prepare('select changes() as changes').all()
  const changes: unknown =
    typeof count === 'object' && count !== null ? Reflect.get(count, 'changes') : 0
  return { rows, numAffectedRows: BigInt(Number(changes)) }
}

async function open(options: NodeSqliteDialectOptions): Promise<SingleConnection> {
  const database = await options.open()
  const untilFree = createRetry({ ...options, isBusy })
  return {
    execute: (query) => untilFree(() => execute(database, query)),
    async begin() {
      await untilFree(() => {
        database.exec('begin immediate')
      })
      return {
        execute: async (query) => Promise.resolve(execute(database, query)),
        async end(how) {
          // Some errors end a transaction, and then there is none to roll back.
          if (how === 'commit' || isOpen(database)) database.exec(how)
          await Promise.resolve()
        },
      }
    },
    async close() {
      if (options.owned) database.close()
      await Promise.resolve()
    },
  }
}

function isOpen(database: NodeSqliteDatabase): boolean {
  return Reflect.get(database, 'isTransaction') !== false
}

/** Kysely over `node:sqlite`. */
export const createNodeSqliteDialect = (options: NodeSqliteDialectOptions): Dialect =>
  sqliteDialect(() =>
    singleConnectionDriver({
      name: options.name,
      timeout: options.timeout,
      open: () => open(options),
    }),
  )

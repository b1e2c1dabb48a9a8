import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { postgresDialect } from './dialects.ts'
import type postgres from 'postgres'

/** Runs a statement and waits for all of its rows. */
export interface PostgresJsRunner {
  unsafe(
    ...query: Parameters<postgres.Sql['unsafe']>
  ): PromiseLike<postgres.RowList<postgres.Row[]>>
}

/** A connection that is reserved until it is released. */
export interface PostgresJsReserved extends PostgresJsRunner {
  release(): void
}

/** The part of an instance of postgres.js that is used here. */
export interface PostgresJs extends PostgresJsRunner {
  reserve(): Promise<PostgresJsReserved>
}

type Parameter = string | number | boolean | Date | null

const isParameter = (value: unknown): value is Parameter =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Date

function toParameter(value: unknown): Parameter {
  if (isParameter(value)) return value
  throw new TypeError(`A ${typeof value} cannot be a parameter of an SQL statement.`)
}

// SQLSTATE invalid_sql_statement_name and duplicate_prepared_statement.
const UNPREPARED: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/** Adds the fix to an error about a prepared statement that another connection of a pool in transaction mode has. */
function explainPooler(error: unknown): unknown {
  if (!(error instanceof Error) || !UNPREPARED.has(Reflect.get(error, 'code'))) return error
  return new Error(
    `${error.message}. A pooler in transaction mode (PgBouncer and others) gives each statement another connection, but postgres.js ` +
      'prepares statements for one: add ?prepare=false to the URL, set the option `prepare: false` of postgres(), or use the driver pg.',
    { cause: error },
  )
}

const COUNTED = /^(?:INSERT|UPDATE|DELETE|MERGE)/

async function execute<R>(sql: PostgresJsRunner, query: CompiledQuery): Promise<QueryResult<R>> {
  const parameters = query.parameters.map(toParameter)
  const options = { prepare: parameters.length > 0 }
  let result: Awaited<ReturnType<PostgresJsRunner['unsafe']>>
  try {
    result = await sql.unsafe(query.sql, parameters, options)
  } catch (error) {
    throw explainPooler(error)
  }
  // The query determines the type of a row, which is unknown here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const rows = [...result] as unknown[] as R[]
  return COUNTED.test(result.command) ? { rows, numAffectedRows: BigInt(result.count) } : { rows }
}

/** Outside a transaction a connection of Kysely forwards to the pool of postgres.js. */
class PostgresJsConnection implements DatabaseConnection {
  readonly #sql: PostgresJs
  #reserved: PostgresJsReserved | undefined

  constructor(sql: PostgresJs) {
    this.#sql = sql
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return execute<R>(this.#reserved ?? this.#sql, query)
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(statement: string): Promise<void> {
    const reserved = await this.#sql.reserve()
    this.#reserved = reserved
    await reserved.unsafe(statement)
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#reserved?.unsafe(how)
  }

  release(): void {
    this.#reserved?.release()
    this.#reserved = undefined
  }
}

function asPostgresJs(connection: DatabaseConnection): PostgresJsConnection {
  if (connection instanceof PostgresJsConnection) return connection
  throw new TypeError('The connection belongs to another driver.')
}

/** Functions that provide and close the instance of {@link createPostgresJsDialect}. */
export interface PostgresJsOptions {
  readonly open: () => Promise<PostgresJs>
  readonly close: () => Promise<void>
}

function createDriver({ open, close }: PostgresJsOptions): Driver {
  let sql: PostgresJs | undefined
  return {
    async init() {
      sql = await open()
    },
    async acquireConnection() {
      if (sql === undefined) throw new Error('The PostgreSQL database is not open.')
      return Promise.resolve(new PostgresJsConnection(sql))
    },
    async beginTransaction(connection, { isolationLevel }) {
      const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
      await asPostgresJs(connection).begin(`begin${level}`)
    },
    commitTransaction: async (connection) => asPostgresJs(connection).end('commit'),
    rollbackTransaction: async (connection) => asPostgresJs(connection).end('rollback'),
    async releaseConnection(connection) {
      asPostgresJs(connection).release()
      await Promise.resolve()
    },
    async destroy() {
      sql = undefined
      await close()
    },
  }
}

/** Kysely over postgres.js. */
export const createPostgresJsDialect = (options: PostgresJsOptions): Dialect =>
  postgresDialect(() => createDriver(options))

import type { Client, InStatement, InValue, ResultSet, Transaction } from '@libsql/client'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { sqliteDialect } from './dialects.ts'
import { createRetry } from './busy-retry.ts'
import { createWriteLock, heldTooLong } from './write-lock.ts'

/** Options of {@link libsqlDialect}. */
export interface LibsqlDialectOptions {
  /** Opens the database; called before the first query, and again when it was busy. */
  readonly open: () => Promise<Client>
  /** Whether the database lives in memory, where a client has a single connection. */
  readonly inMemory: boolean
  /** Name of the database in errors. */
  readonly name: string
  /** Milliseconds to wait for the lock of another connection. */
  readonly timeout: number
}

type Execute = (query: CompiledQuery) => Promise<ResultSet>

/** A transaction, and the lock that goes with it. */
interface Writing {
  readonly transaction: Transaction
  readonly release: () => void
}

function toInValue(value: unknown): InValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`A ${typeof value} cannot be a parameter of an SQL statement.`)
}

const toStatement = ({ sql, parameters }: CompiledQuery): InStatement => ({
  sql,
  args: parameters.map(toInValue),
})

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'

const toQueryResult = <R>({ columns, rows, rowsAffected }: ResultSet): QueryResult<R> => ({
  numAffectedRows: BigInt(rowsAffected),
  // Rows are read by column name; the type of a row is the query's, which only the caller knows.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  rows: columns.length === 0 ? [] : (rows as unknown as R[]),
})

// A statement that fails because the database is busy stays open in the driver, and until it is closed
// no transaction can be committed on its connection (tursodatabase/libsql-client-ts#352). Statements of
// `executeMultiple` are closed, so it requests the write lock of a transaction.
async function beginImmediate(client: Client): Promise<Transaction> {
  const transaction = await client.transaction('deferred')
  try {
    await transaction.executeMultiple('commit; begin immediate')
    return transaction
  } catch (error) {
    transaction.close()
    throw error
  }
}

async function openClient({ open, inMemory }: LibsqlDialectOptions): Promise<Client> {
  const client = await open()
  try {
    if (!inMemory) await client.executeMultiple('pragma journal_mode = wal')
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

function createDriver(options: LibsqlDialectOptions): Driver {
  const { inMemory, name, timeout } = options
  const untilFree = createRetry({ name, timeout, isBusy })
  const lock = createWriteLock(timeout, () => heldTooLong(name, timeout))
  let client: Client | undefined

  const opened = (): Client => {
    if (client === undefined) throw new Error(`${name} is not open.`)
    return client
  }
  const begin = async (): Promise<Writing> => {
    const release = await lock.acquire()
    try {
      return { transaction: await untilFree(() => beginImmediate(opened())), release }
    } catch (error) {
      release()
      throw error
    }
  }
  const write: Execute = async (query) => {
    const { transaction, release } = await begin()
    try {
      const result = await transaction.execute(toStatement(query))
      await transaction.commit()
      return result
    } finally {
      transaction.close()
      release()
    }
  }
  // Readers do not wait for the writer, except where there is one connection for both.
  const executeOutside: Execute = (query) =>
    query.query.kind === 'SelectQueryNode' && !inMemory
      ? untilFree(() => opened().execute(toStatement(query)))
      : write(query)

  return {
    async init() {
      client = await untilFree(() => openClient(options))
    },
    acquireConnection: () => Promise.resolve(new LibsqlConnection(executeOutside, begin)),
    beginTransaction: async (connection) => asLibsql(connection).begin(),
    commitTransaction: async (connection) => asLibsql(connection).end('commit'),
    rollbackTransaction: async (connection) => asLibsql(connection).end('rollback'),
    releaseConnection: () => Promise.resolve(),
    async destroy() {
      client?.close()
      client = undefined
      await Promise.resolve()
    },
  }
}

/** A connection of Kysely's: outside a transaction it is only a way to the client. */
class LibsqlConnection implements DatabaseConnection {
  readonly #executeOutside: Execute
  readonly #begin: () => Promise<Writing>
  #writing: Writing | undefined

  constructor(executeOutside: Execute, begin: () => Promise<Writing>) {
    this.#executeOutside = executeOutside
    this.#begin = begin
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result =
      this.#writing === undefined
        ? await this.#executeOutside(query)
        : await this.#writing.transaction.execute(toStatement(query))
    return toQueryResult<R>(result)
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(): Promise<void> {
    this.#writing = await this.#begin()
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const writing = this.#writing
    if (writing === undefined) return
    try {
      await writing.transaction[how]()
    } finally {
      // A commit that failed has been rolled back by the client, so the lock is free either way.
      this.#writing = undefined
      writing.release()
    }
  }
}

function asLibsql(connection: DatabaseConnection): LibsqlConnection {
  if (connection instanceof LibsqlConnection) return connection
  throw new TypeError('The connection belongs to another driver.')
}

/** Kysely over `@libsql/client`, for SQLite databases in a file or in memory. */
export const libsqlDialect = (options: LibsqlDialectOptions): Dialect =>
  sqliteDialect(() => createDriver(options))

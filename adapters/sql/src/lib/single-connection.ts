import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { type WriteLock, createWriteLock, heldTooLong } from './write-lock.ts'

/** A transaction that has begun. */
export interface OpenTransaction {
  execute(query: CompiledQuery): Promise<QueryResult<unknown>>
  end(how: 'commit' | 'rollback'): Promise<void>
}

/** A database with one connection. */
export interface SingleConnection {
  execute(query: CompiledQuery): Promise<QueryResult<unknown>>
  begin(): Promise<OpenTransaction>
  close(): Promise<void>
}

/** Options of {@link singleConnectionDriver}. */
export interface SingleConnectionOptions {
  /** Name of the database in errors. */
  readonly name: string
  /** Milliseconds to wait for a transaction of this process. */
  readonly timeout: number
  /** Called before the first query. */
  readonly open: () => Promise<SingleConnection>
}

class LockedConnection implements DatabaseConnection {
  readonly #database: () => SingleConnection
  readonly #lock: WriteLock
  #transaction: { readonly open: OpenTransaction; readonly release: () => void } | undefined

  constructor(database: () => SingleConnection, lock: WriteLock) {
    this.#database = database
    this.#lock = lock
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result =
      this.#transaction === undefined
        ? await this.#executeOutside(query)
        : await this.#transaction.open.execute(query)
    // The query determines the type of a row, which is unknown here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return result as QueryResult<R>
  }

  async #executeOutside(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const release = await this.#lock.acquire()
    try {
      return await this.#database().execute(query)
    } finally {
      release()
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(): Promise<void> {
    const release = await this.#lock.acquire()
    try {
      this.#transaction = { open: await this.#database().begin(), release }
    } catch (error) {
      release()
      throw error
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    if (transaction === undefined) return
    try {
      await transaction.open.end(how)
    } finally {
      this.#transaction = undefined
      transaction.release()
    }
  }
}

function asLocked(connection: DatabaseConnection): LockedConnection {
  if (connection instanceof LockedConnection) return connection
  throw new TypeError('The connection belongs to another driver.')
}

/** A Kysely driver for a database with one connection: a query waits for the transaction of another caller. */
export function singleConnectionDriver(options: SingleConnectionOptions): Driver {
  const { name, timeout, open } = options
  const lock = createWriteLock(timeout, () => heldTooLong(name, timeout))
  let database: SingleConnection | undefined
  const opened = (): SingleConnection => {
    if (database === undefined) throw new Error(`${name} is not open.`)
    return database
  }
  return {
    async init() {
      database = await open()
    },
    acquireConnection: () => Promise.resolve(new LockedConnection(opened, lock)),
    beginTransaction: async (connection) => asLocked(connection).begin(),
    commitTransaction: async (connection) => asLocked(connection).end('commit'),
    rollbackTransaction: async (connection) => asLocked(connection).end('rollback'),
    releaseConnection: () => Promise.resolve(),
    async destroy() {
      const closing = database
      database = undefined
      await closing?.close()
    },
  }
}

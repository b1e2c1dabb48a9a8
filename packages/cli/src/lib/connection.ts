import type { Row, SqlDialect, Step } from '@latchstring/schema'

/** A connection to a database, for one command. */
export interface Connection {
  readonly dialect: SqlDialect
  /**
   * Runs a statement and gives its rows.
   *
   * @param values - what stands for its question marks; MySQL and MariaDB only
   */
  readonly query: (statement: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Runs the statement of a step. */
  run(step: Step): Promise<void>
  /** Takes the lock that only one program that applies steps has. */
  tryLock(): Promise<boolean>
  /**
   * Gives the lock back.
   *
   * @param failed - whether a step failed
   * @returns whether what was applied under the lock is undone
   */
  unlock(failed: boolean): Promise<boolean>
  close(): Promise<void>
}

/** How to connect. */
export interface ConnectOptions {
  readonly url: string
  /** The path of the file, for SQLite. */
  readonly path: string
  /** Where the application is, whose drivers are used. */
  readonly folder: string
  /** Seconds that a step may wait for locks of others. */
  readonly lockTimeout: number
  /** Nothing is to be changed. */
  readonly readOnly: boolean
}

/** Seconds to wait for a server to answer a connection. */
export const CONNECT_TIMEOUT = 10

/** The name of the lock. It is not that of the adapters, which wait for theirs in ways that would hold up an index. */
export const LOCK_NAME = 'latchstring migrate'

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Row } from '@latchstring/schema'
import type { ResultSet, Transaction, createClient } from '@libsql/client'
import type { ConnectOptions, Connection } from './connection.ts'
import { loadDriver } from './driver.ts'

type Module = { readonly createClient: typeof createClient }

const toRows = ({ rows, columns }: ResultSet): readonly Row[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])))

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

/** Milliseconds to wait for another writer; the caller that needs the lock tries again. */
const BUSY_TIMEOUT = 1000

/**
 * Opens a file of SQLite. Its lock is that of every writer, so the steps are one transaction: those before one
 * that fails are undone.
 */
export async function connectSqlite(options: ConnectOptions): Promise<Connection> {
  const { path, folder, readOnly } = options
  // What the package exports is in its own types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const libsql = (await loadDriver('@libsql/client', '@libsql/client', folder)) as Module
  const file = resolve(folder, path)
  // Opening a file that is not there would make it, and a plan is to change nothing.
  const url = readOnly && !existsSync(file) ? ':memory:' : pathToFileURL(file).href
  const client = libsql.createClient({ url, intMode: 'number', timeout: BUSY_TIMEOUT })
  let transaction: Transaction | undefined

  async function query(statement: string): Promise<readonly Row[]> {
    return toRows(await (transaction ?? client).execute(statement))
  }
  return {
    dialect: 'sqlite',
    query,
    async run({ sql }) {
      await query(sql)
    },
    async tryLock() {
      try {
        transaction = await client.transaction('write')
        return true
      } catch (error) {
        if (isBusy(error)) return false
        throw error
      }
    },
    async unlock(failed) {
      const held = transaction
      transaction = undefined
      if (held === undefined) return false
      if (failed) await held.rollback()
      else await held.commit()
      held.close()
      return failed
    },
    close() {
      client.close()
      return Promise.resolve()
    },
  }
}

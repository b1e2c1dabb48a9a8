import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenSqlAdapter, openSqlAdapter } from '@latchstring/adapter-sql'
import { type RecordTable, recordTables } from '@latchstring/core/adapters'
import { createClient } from '@libsql/client'
import { makeDatabaseFolder } from './database-folder.ts'

/** How many rows the tables have. */
export interface Rows {
  readonly users: number
  readonly accounts: number
  readonly sessions: number
  readonly tokens: number
}

/** A SQLite database of its own, and a second connection that looks at it from outside. */
export interface Store {
  readonly adapter: OpenSqlAdapter
  rows(): Promise<Rows>
  /** All rows of a query. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Changes what the application does not. */
  execute(sql: string): Promise<void>
  /** Empties every table. */
  clear(): Promise<void>
  close(): Promise<void>
}

const COUNT = `SELECT
  (SELECT count(*) FROM users) AS users,
  (SELECT count(*) FROM accounts) AS accounts,
  (SELECT count(*) FROM sessions) AS sessions,
  (SELECT count(*) FROM verification_tokens) AS tokens`

/** Tables with foreign keys before the tables they refer to. */
const TABLES = ['authenticators', 'sessions', 'accounts', 'verification_tokens', 'users'] as const

/** Tables of the option `records`, which may not be there. */
const DATA = recordTables.map(({ name }) => name)

/** The rows of an empty database. */
export const EMPTY: Rows = { users: 0, accounts: 0, sessions: 0, tokens: 0 }

/** The rows of a database without users; tokens of started sign-ins may be there. */
export const NO_USERS: Omit<Rows, 'tokens'> = { users: 0, accounts: 0, sessions: 0 }

/** Opens a new database in memory, with its tables. */
export async function openInMemory(): Promise<OpenSqlAdapter> {
  const adapter = openSqlAdapter(':memory:', { records: true })
  await adapter.migrate()
  return adapter
}

/**
 * Opens a new database in a file. End it with `close()`.
 *
 * @param options - what its tables have besides. Default: all tables of the library that are data
 */
export async function openStore(
  options: { readonly records?: readonly RecordTable[] | boolean } = { records: true },
): Promise<Store> {
  const folder = makeDatabaseFolder()
  const url = `file:${join(folder, 'data.db')}`
  const adapter = openSqlAdapter(url, options)
  await adapter.migrate()
  const outside = createClient({ url })

  return {
    adapter,
    async rows() {
      const [row] = (await outside.execute(COUNT)).rows
      const count = (name: string): number => Number(row?.[name])
      return {
        users: count('users'),
        accounts: count('accounts'),
        sessions: count('sessions'),
        tokens: count('tokens'),
      }
    },
    query: async (sql) => (await outside.execute(sql)).rows.map((row) => ({ ...row })),
    execute: async (sql) => void (await outside.execute(sql)),
    async clear() {
      const names = DATA.map((name) => `'${name}'`).join(', ')
      const { rows } = await outside.execute(
        `SELECT name FROM sqlite_master WHERE name IN (${names})`,
      )
      for (const table of [
        ...rows.map(({ name }) => (typeof name === 'string' ? name : '')),
        ...TABLES,
      ]) {
        await outside.execute(`DELETE FROM ${table}`)
      }
    },
    async close() {
      outside.close()
      await adapter.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { fileURLToPath } from 'node:url'
import type { Dialect } from 'kysely'
import { type NodeSqliteDatabase, createNodeSqliteDialect } from './node-sqlite-dialect.ts'
import { describeSqlite } from './open-sqlite.ts'

type Constructor = new (path: string, options?: object) => NodeSqliteDatabase

const hasDatabase = (found: unknown): found is { readonly DatabaseSync: Constructor } =>
  typeof found === 'object' &&
  found !== null &&
  'DatabaseSync' in found &&
  typeof found.DatabaseSync === 'function'

/** The module is looked for only when it is asked for: older Nodes have none, nor have bundlers for browsers. */
function databaseConstructor(): Constructor {
  const found: unknown = process.getBuiltinModule('node:sqlite')
  if (hasDatabase(found)) return found.DatabaseSync
  throw new Error(
    `node:sqlite is not part of Node ${process.versions.node}. It needs Node 22.13 or newer (22.5 with ` +
      '--experimental-sqlite). On this one leave the option driver out and install @libsql/client.',
  )
}

/** The file that a URL like `file:./data.db` names. */
function toPath(url: string): string {
  if (url.startsWith('file://')) return fileURLToPath(url)
  return decodeURIComponent(url.replace(/^file:/, '').replace(/\?.*$/, ''))
}

/** SQLite in the file or memory that `url` names, through Node's own driver. */
export function nodeSqliteUrlDialect(url: string, timeout: number): Dialect {
  const { inMemory, name } = describeSqlite(url)
  const open = async (): Promise<NodeSqliteDatabase> => {
    const DatabaseSync = databaseConstructor()
    try {
      const database = new DatabaseSync(inMemory ? ':memory:' : toPath(url), { timeout: 0 })
      if (!inMemory) database.exec('pragma journal_mode = wal')
      return await Promise.resolve(database)
    } catch (error) {
      throw new Error(
        `${name} cannot be opened. Its folder has to exist and both have to be writable.`,
        { cause: error },
      )
    }
  }
  return createNodeSqliteDialect({ name, timeout, open, owned: true })
}

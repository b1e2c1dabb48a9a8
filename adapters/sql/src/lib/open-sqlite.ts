import type { Client, createClient } from '@libsql/client'
import type { Dialect } from 'kysely'
import { libsqlDialect } from './libsql-dialect.ts'
import { peerError } from './optional-peer.ts'

// The specifier is a literal inside a try block, so that bundlers follow it but do not insist on it.
async function importLibsql(): Promise<{ createClient: typeof createClient }> {
  try {
    return await import('@libsql/client')
  } catch (error) {
    throw peerError('@libsql/client', error)
  }
}

/** Returns path and name of the database of a URL. */
export function describeSqlite(url: string): { readonly inMemory: boolean; readonly name: string } {
  const inMemory = url === ':memory:' || url.startsWith('file::memory:')
  return {
    inMemory,
    name: inMemory ? 'The SQLite database in memory' : `The SQLite database ${url}`,
  }
}

/** SQLite in the file or memory that `url` names. */
export function sqliteDialect(url: string, timeout: number): Dialect {
  const { inMemory, name } = describeSqlite(url)

  const open = async (): Promise<Client> => {
    const libsql = await importLibsql()
    try {
      return libsql.createClient({ url, intMode: 'number', timeout: 0 })
    } catch (error) {
      throw new Error(
        `${name} cannot be opened. Its folder has to exist and both have to be writable.`,
        { cause: error },
      )
    }
  }
  return libsqlDialect({ open, inMemory, name, timeout })
}

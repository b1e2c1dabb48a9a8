import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect, PostgresDialect, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import pg from 'pg'
import { makeDatabaseFolder } from '../../../test/kit/src/database-folder.ts'
import { createPostgresDatabase } from '../../../test/kit/src/postgres-database.ts'
import { openRelay } from '../../../test/wire/relay.ts'
import { listenToSqlite } from '../../../test/wire/sqlite.ts'
import type { Listening } from '../../../test/wire/statements.ts'

/** A database of its own, gone after `drop`, and what its driver sends to it. */
export interface Store extends Listening {
  readonly dialect: Dialect
  readonly drop: () => Promise<void>
}

/** SQLite in a file. */
export async function openSqlite(): Promise<Store> {
  const folder = makeDatabaseFolder()
  const database = new SqliteDatabase(join(folder, 'data.db'))
  database.exec('pragma foreign_keys = on')
  return {
    statements: listenToSqlite(database).statements,
    dialect: new SqliteDialect({ database }),
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A database on the PostgreSQL server of the test run. */
export async function openPostgres(): Promise<Store> {
  const database = await createPostgresDatabase()
  const relay = await openRelay(database.url)
  const pool = new pg.Pool({ connectionString: relay.url, max: 5 })
  // Dropping the database ends connections that are still on their way out.
  pool.on('error', () => undefined)
  return {
    statements: relay.statements,
    dialect: new PostgresDialect({ pool }),
    async drop() {
      await relay.close()
      await database.drop()
    },
  }
}

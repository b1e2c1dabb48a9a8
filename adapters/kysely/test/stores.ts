import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dialect, PostgresDialect, SqliteDialect } from 'kysely'
import SqliteDatabase from 'libsql'
import pg from 'pg'
import { makeDatabaseFolder } from '../../../test/kit/src/database-folder.ts'
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

async function administrate(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database on the PostgreSQL server of the test run. */
export async function openPostgres(): Promise<Store> {
  const server = process.env['LATCHSTRING_TEST_POSTGRES_URL']
  if (server === undefined || server === '') {
    throw new Error(
      'These tests need a PostgreSQL server and LATCHSTRING_TEST_POSTGRES_URL is not set. ' +
        '"npm test" starts one; "node tools/stores.mjs" starts one to keep and prints its URL.',
    )
  }
  const name = `latchstring_${crypto.randomUUID().replaceAll('-', '')}`
  await administrate(server, `create database "${name}"`)
  const url = new URL(server)
  url.pathname = name
  const relay = await openRelay(url.href)
  const pool = new pg.Pool({ connectionString: relay.url, max: 5 })
  // Dropping the database ends connections that are still on their way out.
  pool.on('error', () => undefined)
  return {
    statements: relay.statements,
    dialect: new PostgresDialect({ pool }),
    async drop() {
      await relay.close()
      await administrate(server, `drop database "${name}" with (force)`)
    },
  }
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row } from '@latchstring/schema'
import { createClient } from '@libsql/client'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { makeDatabaseFolder } from '../../../test/kit/src/database-folder.ts'

/** A database of its own, with a connection beside those of the program. */
export interface TestDatabase {
  readonly url: string
  query(statement: string): Promise<readonly Row[]>
  drop(): Promise<void>
}

function serverUrl(name: string, variable: string): URL {
  const url = process.env[variable]
  if (url !== undefined && url !== '') return new URL(url)
  throw new Error(
    `These tests need a ${name} server and ${variable} is not set. ` +
      '"npm test" starts one; "node tools/servers/stores.mjs" starts one to keep and prints its URL.',
  )
}

const freshName = (): string => `latchstring_${crypto.randomUUID().replaceAll('-', '')}`

async function openPostgres(url: URL) {
  const client = new Client({ connectionString: url.href })
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async (statement: string) => (await client.query<Row>(statement)).rows,
    end: () => client.end(),
  }
}

/** A database on the PostgreSQL server of the test run. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  const server = serverUrl('PostgreSQL', 'LATCHSTRING_TEST_POSTGRES_URL')
  const administration = await openPostgres(server)
  const name = freshName()
  await administration.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  const { query, end } = await openPostgres(url)
  return {
    url: url.href,
    query,
    async drop() {
      await end()
      await administration.query(`drop database ${name} with (force)`)
      await administration.end()
    },
  }
}

/** A database on the MariaDB server of the test run. */
export async function createMysqlDatabase(): Promise<TestDatabase> {
  const url = serverUrl('MariaDB', 'LATCHSTRING_TEST_MYSQL_URL')
  const name = freshName()
  const connection = await createConnection(url.href)
  await connection.query(`create database ${name}`)
  await connection.query(`use ${name}`)
  url.pathname = name
  return {
    url: url.href,
    async query(statement) {
      const [rows] = await connection.query(statement)
      // Statements without rows give counts.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows are objects by name
      return Array.isArray(rows) ? (rows as readonly Row[]) : []
    },
    async drop() {
      await connection.query(`drop database ${name}`)
      await connection.end()
    },
  }
}

/** SQLite in a file in a folder of its own. */
export async function createSqliteDatabase(): Promise<TestDatabase> {
  const folder = makeDatabaseFolder()
  const url = `file:${join(folder, 'data.db')}`
  return {
    url,
    async query(statement) {
      // A connection for each, so that none is in the way of the program.
      const client = createClient({ url, intMode: 'number', timeout: 5000 })
      try {
        const { rows, columns } = await client.execute(statement)
        return rows.map((row) =>
          Object.fromEntries(columns.map((column, index) => [column, row[index]])),
        )
      } finally {
        client.close()
      }
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Every kind of database, for `describe.each`. */
export const DATABASES = [
  { dialect: 'postgres', create: createPostgresDatabase },
  { dialect: 'mysql', create: createMysqlDatabase },
  { dialect: 'sqlite', create: createSqliteDatabase },
] as const

/** A time, as the text of a statement has it. */
export const AT = {
  postgres: '2026-01-01T00:00:00Z',
  mysql: '2026-01-01 00:00:00',
  sqlite: '1767225600000',
} as const

/** Stores a row of a table of records, as a program without the library would. */
export async function insertRow(
  database: TestDatabase,
  table: string,
  row: Readonly<Record<string, string>>,
): Promise<void> {
  const written = { ...row, version: '1' }
  const values = Object.values(written).map((value) => `'${value}'`)
  await database.query(
    `insert into ${table} (${Object.keys(written).join(', ')}) values (${values.join(', ')})`,
  )
}

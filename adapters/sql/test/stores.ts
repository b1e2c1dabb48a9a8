import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { type TestDatabase, createSqliteFile } from './sqlite-file.ts'

export { type TestDatabase, createSqliteFile }

function serverUrl(name: string, variable: string): string {
  const url = process.env[variable]
  if (url === undefined || url === '') {
    throw new Error(
      `These tests need a ${name} server and ${variable} is not set. ` +
        '"npm test" starts one; "node tools/stores.mjs" starts one to keep and prints its URL.',
    )
  }
  return url
}

/** The URL of the PostgreSQL server the tests may create databases on. */
export const postgresUrl = (): string => serverUrl('PostgreSQL', 'LATCHSTRING_TEST_POSTGRES_URL')

/** The URL of the MariaDB or MySQL server the tests may create databases on. */
export const mysqlUrl = (): string => serverUrl('MariaDB', 'LATCHSTRING_TEST_MYSQL_URL')

async function administrate(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database on the PostgreSQL server of the test run. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  const name = `latchstring_${crypto.randomUUID().replaceAll('-', '')}`
  await administrate(`create database "${name}"`)
  const url = new URL(postgresUrl())
  url.pathname = name
  return { url: url.href, drop: () => administrate(`drop database "${name}" with (force)`) }
}

async function administrateMysql(statement: string): Promise<void> {
  const connection = await createConnection(mysqlUrl())
  try {
    await connection.query(statement)
  } finally {
    await connection.end()
  }
}

/** A database on the MariaDB server of the test run. */
export async function createMysqlDatabase(): Promise<TestDatabase> {
  const name = `latchstring_${crypto.randomUUID().replaceAll('-', '')}`
  await administrateMysql(`create database \`${name}\``)
  const url = new URL(mysqlUrl())
  url.pathname = name
  return { url: url.href, drop: () => administrateMysql(`drop database \`${name}\``) }
}

/** Every kind of database, for `describe.each`. */
export const DATABASES = [
  { dialect: 'sqlite', create: createSqliteFile },
  { dialect: 'postgres', create: createPostgresDatabase },
  { dialect: 'mysql', create: createMysqlDatabase },
] as const satisfies readonly {
  dialect: string
  create: () => Promise<TestDatabase>
}[]

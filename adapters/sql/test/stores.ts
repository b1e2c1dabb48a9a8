import { createConnection } from 'mysql2/promise'
import { createPostgresDatabase, postgresUrl } from '../../../test/kit/src/postgres-database.ts'
import { type TestDatabase, createSqliteFile } from './sqlite-file.ts'

export { type TestDatabase, createPostgresDatabase, createSqliteFile, postgresUrl }

/** The URL of the MariaDB or MySQL server the tests may create databases on. */
export function mysqlUrl(): string {
  const url = process.env['LATCHSTRING_TEST_MYSQL_URL']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'These tests need a MariaDB server and LATCHSTRING_TEST_MYSQL_URL is not set. ' +
      '"npm test" starts one; "node tools/servers/stores.mjs" starts one to keep and prints its URL.',
  )
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

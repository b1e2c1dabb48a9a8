import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'

/** A database of its own, gone after `drop`. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** SQLite in a file in a folder of its own. */
export async function createSqliteFile(): Promise<TestDatabase & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-sql-'))
  const path = join(folder, 'data.db')
  return {
    path,
    url: pathToFileURL(path).href.replace('file://', 'file:'),
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The URL of the server the tests may create databases on. */
export function postgresUrl(): string {
  const url = process.env['LATCHSTRING_TEST_POSTGRES_URL']
  if (url === undefined || url === '') {
    throw new Error(
      'These tests need a PostgreSQL server and LATCHSTRING_TEST_POSTGRES_URL is not set. ' +
        '"npm test" starts one; "node tools/postgres.mjs" starts one to keep and prints its URL.',
    )
  }
  return url
}

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

/** Both kinds of databases, for `describe.each`. */
export const DATABASES = [
  { dialect: 'sqlite', create: createSqliteFile },
  { dialect: 'postgres', create: createPostgresDatabase },
] as const satisfies readonly {
  dialect: string
  create: () => Promise<TestDatabase>
}[]

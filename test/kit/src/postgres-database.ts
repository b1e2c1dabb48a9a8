import { Client } from 'pg'

/** A database of its own on the PostgreSQL server of the test run. */
export interface PostgresDatabase {
  readonly url: string
  /** Drops it, also with open connections. */
  drop(): Promise<void>
}

/** The URL of the PostgreSQL server that the tests may create databases on. */
export function postgresUrl(): string {
  const url = process.env['LATCHSTRING_TEST_POSTGRES_URL']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'These tests need a PostgreSQL server and LATCHSTRING_TEST_POSTGRES_URL is not set. ' +
      '"npm test" starts one; "node tools/servers/stores.mjs" starts one to keep and prints its URL.',
  )
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

/** Creates an empty database. */
export async function createPostgresDatabase(): Promise<PostgresDatabase> {
  const name = `latchstring_${crypto.randomUUID().replaceAll('-', '')}`
  await administrate(`create database "${name}"`)
  const url = new URL(postgresUrl())
  url.pathname = name
  return { url: url.href, drop: () => administrate(`drop database "${name}" with (force)`) }
}

import { Client } from 'pg'
import { openRelay } from '../../../test/wire/relay.ts'
import type { Listening } from '../../../test/wire/statements.ts'

/** A database of its own, gone after `drop`, and what the client sends to it. */
export interface TestDatabase extends Listening {
  /** For the client, which is listened to. */
  readonly url: string
  /** Runs statements over a connection of its own. */
  run(statements: readonly string[]): Promise<void>
  /** The first value of the first row. */
  ask(query: string): Promise<unknown>
  /** How the database would run a query. */
  explain(query: string): Promise<string>
  drop(): Promise<void>
}

function serverUrl(): string {
  const url = process.env['LATCHSTRING_TEST_POSTGRES_URL']
  if (url === undefined || url === '') {
    throw new Error(
      'These tests need a PostgreSQL server and LATCHSTRING_TEST_POSTGRES_URL is not set. ' +
        '"npm test" starts one; so does "node tools/stores.mjs -- npx vitest run adapters/prisma".',
    )
  }
  return url
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database on the PostgreSQL server of the test run. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = serverUrl()
  const name = `latchstring_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, (client) => client.query(`create database "${name}"`))
  const url = new URL(server)
  url.pathname = name
  const relay = await openRelay(url.href)
  return {
    url: relay.url,
    statements: relay.statements,
    run: (statements) =>
      onServer(url.href, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    ask: (query) =>
      onServer(url.href, async (client) => {
        const { rows } = await client.query<Record<string, unknown>>(query)
        return Object.values(rows[0] ?? {})[0]
      }),
    explain: (query) =>
      onServer(url.href, async (client) => {
        // On a few rows PostgreSQL would rather read them all; this asks whether it would have to.
        await client.query('set enable_seqscan = off')
        return JSON.stringify((await client.query(`explain ${query}`)).rows)
      }),
    drop: async () => {
      await relay.close()
      await onServer(server, (client) => client.query(`drop database "${name}" with (force)`))
    },
  }
}

import { Client } from 'pg'
import { openRelay } from '../../../test/wire/relay.ts'
import type { Listening } from '../../../test/wire/statements.ts'

/** A database of its own, gone after `drop`, and what the client sends to it. */
export interface TestDatabase extends Listening {
  /** For the client, which is listened to. */
  readonly url: string
  /** Runs statements over a connection of its own. */
  run(statements: readonly string[]): Promise<void>
  /** The values of the first row. */
  ask(query: string): Promise<readonly unknown[]>
  /** How the database would run a query. */
  explain(query: string): Promise<string>
  drop(): Promise<void>
}

function serverUrl(): string {
  const url = process.env['LATCHSTRING_TEST_POSTGRES_URL']
  if (url === undefined || url === '') {
    throw new Error(
      'These tests need a PostgreSQL server and LATCHSTRING_TEST_POSTGRES_URL is not set. ' +
        '"npm test" starts one; so does "node tools/servers/stores.mjs -- npx vitest run adapters/prisma".',
    )
  }
  return url
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url)
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
  // Kept once it is open: the suite counts rows after every step.
  let asking: Promise<Client> | undefined
  return {
    url: relay.url,
    statements: relay.statements,
    run: (statements) =>
      onServer(url.href, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    async ask(query) {
      asking ??= connect(url.href)
      const { rows } = await (await asking).query<Record<string, unknown>>(query)
      return Object.values(rows[0] ?? {})
    },
    explain: (query) =>
      onServer(url.href, async (client) => {
        // On a few rows PostgreSQL would rather read them all; this asks whether it would have to.
        await client.query('set enable_seqscan = off')
        return JSON.stringify((await client.query(`explain ${query}`)).rows)
      }),
    drop: async () => {
      await relay.close()
      await (await asking)?.end()
      await onServer(server, (client) => client.query(`drop database "${name}" with (force)`))
    },
  }
}

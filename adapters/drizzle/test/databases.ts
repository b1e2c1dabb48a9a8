import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import type { SqlDialect } from '@latchstring/schema'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { makeDatabaseFolder } from '../../../test/kit/src/database-folder.ts'
import { openRelay } from '../../../test/wire/relay.ts'
import { listenToLibsql } from '../../../test/wire/sqlite.ts'
import type { Listening } from '../../../test/wire/statements.ts'

/** A database of its own, gone after `drop`, and what drivers send to it. */
export interface TestDatabase extends Listening {
  /** For drivers that are listened to. */
  readonly url: string
  /** Runs statements over a connection of its own. */
  run(statements: readonly string[]): Promise<void>
  /** The values of the first row. */
  ask(query: string): Promise<readonly unknown[]>
  drop(): Promise<void>
}

function serverUrl(variable: string, server: string): string {
  const url = process.env[variable]
  if (url === undefined || url === '') {
    throw new Error(
      `These tests need ${server} and ${variable} is not set. ` +
        '"npm test" starts one; so does "node tools/servers/stores.mjs -- npx vitest run adapters/drizzle".',
    )
  }
  return url
}

const uniqueName = (): string => `latchstring_${crypto.randomUUID().replaceAll('-', '')}`

const firstRow = (rows: readonly unknown[]): readonly unknown[] => Object.values(rows[0] ?? {})

/** A connection that the first question opens, and that is kept: the suite counts rows after every step. */
function keep<T>(open: () => Promise<T>, end: (connection: T) => Promise<void>) {
  let opened: Promise<T> | undefined
  return {
    get: (): Promise<T> => (opened ??= open()),
    end: async (): Promise<void> => {
      if (opened) await end(await opened)
    },
  }
}

async function connectPostgres(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

async function onPostgres<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectPostgres(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createPostgres(): Promise<TestDatabase> {
  const server = serverUrl('LATCHSTRING_TEST_POSTGRES_URL', 'a PostgreSQL server')
  const name = uniqueName()
  await onPostgres(server, (client) => client.query(`create database "${name}"`))
  const url = new URL(server)
  url.pathname = name
  const relay = await openRelay(url.href)
  const asking = keep(
    () => connectPostgres(url.href),
    (client) => client.end(),
  )
  return {
    url: relay.url,
    statements: relay.statements,
    run: (statements) =>
      onPostgres(url.href, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    ask: async (query) => firstRow((await (await asking.get()).query<object>(query)).rows),
    drop: async () => {
      await relay.close()
      await asking.end()
      await onPostgres(server, (client) => client.query(`drop database "${name}" with (force)`))
    },
  }
}

type MysqlConnection = Awaited<ReturnType<typeof createConnection>>

async function onMysql<T>(url: string, work: (own: MysqlConnection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ uri: url })
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

async function createMysql(): Promise<TestDatabase> {
  const server = serverUrl('LATCHSTRING_TEST_MYSQL_URL', 'a MariaDB server')
  const name = uniqueName()
  await onMysql(server, (own) =>
    own.query(`create database ${name} character set utf8mb4 collate utf8mb4_bin`),
  )
  const url = new URL(server)
  url.pathname = name
  const relay = await openRelay(url.href)
  const asking = keep(
    () => createConnection({ uri: url.href }),
    (connection) => connection.end(),
  )
  return {
    url: relay.url,
    statements: relay.statements,
    run: (statements) =>
      onMysql(url.href, async (own) => {
        for (const statement of statements) await own.query(statement)
      }),
    async ask(query) {
      const [rows] = await (await asking.get()).query(query)
      return firstRow(Array.isArray(rows) ? rows : [])
    },
    drop: async () => {
      await relay.close()
      await asking.end()
      await onMysql(server, (own) => own.query(`drop database ${name}`))
    },
  }
}

async function createSqlite(): Promise<TestDatabase> {
  const folder = makeDatabaseFolder()
  const url = pathToFileURL(join(folder, 'data.db')).href.replace('file://', 'file:')
  const listening = listenToLibsql()
  const client = createClient({ url })
  return {
    url,
    statements: listening.statements,
    async run(statements) {
      for (const statement of statements) await client.execute(statement)
    },
    ask: async (query) => firstRow((await client.execute(query)).rows),
    async drop() {
      client.close()
      listening.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const CREATE: Readonly<Record<SqlDialect, () => Promise<TestDatabase>>> = {
  postgres: createPostgres,
  mysql: createMysql,
  sqlite: createSqlite,
}

/** A database of a kind: on the servers of the test run, or in a file. */
export const createDatabase = (dialect: SqlDialect): Promise<TestDatabase> => CREATE[dialect]()

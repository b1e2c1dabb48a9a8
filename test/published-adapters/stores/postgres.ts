import { Client } from 'pg'
import { type Contents, type OpenStore, type Row, serverUrl, spellOut } from './store.ts'

/** Names of the tables, as they are in a statement. */
export type Tables = Readonly<Record<keyof Contents, string>>

/** The tables of adapters that name them after classes. */
export const CLASS_TABLES: Tables = {
  users: '"User"',
  accounts: '"Account"',
  sessions: '"Session"',
  tokens: '"VerificationToken"',
}

/** The tables of adapters that name them in small letters. */
export const SNAKE_CASE_TABLES: Tables = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  tokens: 'verification_tokens',
}

/** A database of its own on the server of the tests. */
export interface Database {
  readonly url: string
  execute(statement: string): Promise<readonly Row[]>
  drop(): Promise<void>
}

async function withServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl('LATCHSTRING_TEST_POSTGRES_URL') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const administrate = (statement: string): Promise<unknown> =>
  withServer((client) => client.query(statement))

/**
 * Waits until there are no connections, for five seconds at the most. A pool calls itself closed before its connections are, and a
 * connection that the server ends is an error outside any test.
 */
async function untilUnused(name: string): Promise<void> {
  await withServer(async (client) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      )
      if (rowCount === 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}

/** Creates a database and runs statements in it. */
export async function createDatabase(statements = ''): Promise<Database> {
  const name = `published_${crypto.randomUUID().replaceAll('-', '')}`
  await administrate(`create database "${name}"`)
  const address = new URL(serverUrl('LATCHSTRING_TEST_POSTGRES_URL'))
  address.pathname = name
  const client = new Client({ connectionString: address.href })
  await client.connect()
  await client.query(statements)
  return {
    url: address.href,
    execute: async (statement) => (await client.query<Record<string, unknown>>(statement)).rows,
    async drop() {
      await client.end()
      await untilUnused(name)
      await administrate(`drop database "${name}" with (force)`)
    },
  }
}

/** How a database is read and emptied from outside. */
export function watch(
  database: Database,
  tables: Tables,
): Pick<OpenStore, 'look' | 'clear' | 'version'> {
  const all = async (table: string): Promise<readonly Row[]> =>
    (await database.execute(`select * from ${table}`)).map(spellOut)
  return {
    look: async () => ({
      users: await all(tables.users),
      accounts: await all(tables.accounts),
      sessions: await all(tables.sessions),
      tokens: await all(tables.tokens),
    }),
    async version() {
      const [row] = await database.execute('show server_version')
      return `PostgreSQL ${String(row?.['server_version']).split(' ')[0]}`
    },
    clear: async () =>
      void (await database.execute(`truncate ${Object.values(tables).join(', ')} cascade`)),
  }
}

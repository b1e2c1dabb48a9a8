import { Client } from 'pg'
import { type Contents, type OpenStore, type Row, serverUrl, spellOut } from './store.ts'

/** Names of the tables, as they are in a statement. */
export type Tables = Readonly<Record<keyof Contents, string>>

/** A database of its own on the server of the tests. */
export interface Database {
  readonly url: string
  execute(statement: string): Promise<readonly Row[]>
  drop(): Promise<void>
}

async function administrate(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl('LATCHSTRING_TEST_POSTGRES_URL') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
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

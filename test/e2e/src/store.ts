import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Where a demo keeps its users and sessions. */
export interface Store {
  /** Value of `DATABASE_URL`; without one the demo makes a SQLite file in its data folder. */
  readonly url: string | undefined
  readonly remove: () => Promise<void>
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a database of its own on the PostgreSQL server of the tests. */
async function createDatabase(): Promise<Store> {
  const server = process.env['LATCHSTRING_TEST_POSTGRES_URL']
  if (server === undefined || server === '') {
    throw new Error(
      'LATCHSTRING_TEST_POSTGRES_URL names no PostgreSQL server. Run "npm test -- --only e2e", which starts one.',
    )
  }
  const name = `e2e_${randomBytes(8).toString('hex')}`
  await run(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => run(server, `drop database ${name} with (force)`) }
}

/**
 * Makes an empty store.
 *
 * @param kind - what it is kept in
 * @returns the store; remove it when nothing uses it any more
 */
export function createStore(kind: 'SQLite' | 'PostgreSQL'): Promise<Store> {
  return kind === 'PostgreSQL'
    ? createDatabase()
    : Promise.resolve({ url: undefined, remove: () => Promise.resolve() })
}

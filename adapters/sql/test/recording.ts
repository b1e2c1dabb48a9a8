import { createClient } from '@libsql/client'
import { type CompiledQuery, type Dialect, Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import type { SqlDialect } from '../src/index.ts'
import { libsqlDialect } from '../src/lib/libsql-dialect.ts'

/** A Kysely instance that writes down every statement that reaches the driver. */
export interface Recording {
  readonly db: Kysely<object>
  readonly statements: CompiledQuery[]
}

const dialects: Readonly<Record<SqlDialect, (url: string) => Dialect>> = {
  sqlite: (url) =>
    libsqlDialect({
      open: () => Promise.resolve(createClient({ url })),
      inMemory: false,
      name: 'The test database',
      timeout: 10_000,
    }),
  postgres: (url) => new PostgresDialect({ pool: new Pool({ connectionString: url, max: 5 }) }),
}

/** Connects to the database of a test with a driver that is listened to. */
export function record(dialect: SqlDialect, url: string): Recording {
  const statements: CompiledQuery[] = []
  const db = new Kysely<object>({
    dialect: dialects[dialect](url),
    log({ query }) {
      statements.push(query)
    },
  })
  return { db, statements }
}

/** How the database would run a statement, in its own words. */
export async function explain(
  dialect: SqlDialect,
  url: string,
  { sql, parameters }: CompiledQuery,
): Promise<unknown> {
  if (dialect === 'sqlite') {
    const client = createClient({ url })
    // The plan does not depend on the values.
    const args = parameters.map(() => null)
    const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args })
    client.close()
    return rows
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // On a few rows PostgreSQL would rather read them all; this asks whether it would have to.
    await client.query('set enable_seqscan = off')
    return (await client.query(`explain ${sql}`, [...parameters])).rows
  } finally {
    await client.end()
  }
}

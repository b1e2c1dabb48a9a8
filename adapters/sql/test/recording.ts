import { createClient } from '@libsql/client'
import { type CompiledQuery, type Dialect, Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import { createConnection } from 'mysql2/promise'
import { Client, Pool } from 'pg'
import type { SqlDialect } from '../src/index.ts'
import { libsqlDialect } from '../src/lib/libsql-dialect.ts'

/** A Kysely instance that writes down every statement it hands to its driver. */
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
  postgres: (url) => {
    const pool = new Pool({ connectionString: url, max: 5 })
    // Dropping the database ends connections that are still on their way out.
    pool.on('error', () => undefined)
    return new PostgresDialect({ pool })
  },
  // The options are those that a program is most likely to have set otherwise than the adapter would.
  mysql: (url) =>
    new MysqlDialect({
      pool: createPool({ uri: url, connectionLimit: 5, timezone: '+05:30', dateStrings: false }),
    }),
}

/** Kysely over a driver that is listened to. */
function recordDialect(dialect: Dialect): Recording {
  const statements: CompiledQuery[] = []
  const db = new Kysely<object>({
    dialect,
    log({ query }) {
      statements.push(query)
    },
  })
  return { db, statements }
}

/** Connects to the database of a test with a driver that is listened to. */
export const record = (dialect: SqlDialect, url: string): Recording =>
  recordDialect(dialects[dialect](url))

/** A plan: what the database says, and the same in lines that people read. */
export interface QueryPlan {
  readonly rows: readonly object[]
  readonly lines: readonly string[]
}

/** How to ask for a plan. */
export interface ExplainOptions {
  /** Of a table with a few rows: whether the whole table would have to be read, and not whether it would be. */
  readonly fewRows: boolean
}

type Explain = (
  url: string,
  statement: CompiledQuery,
  options: ExplainOptions,
) => Promise<readonly object[]>

const explainers: Readonly<Record<SqlDialect, Explain>> = {
  async sqlite(url, { sql, parameters }) {
    const client = createClient({ url })
    // The plan does not depend on the values.
    const args = parameters.map(() => null)
    const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args })
    client.close()
    return rows
  },
  async postgres(url, { sql, parameters }, { fewRows }) {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      if (fewRows) await client.query('set enable_seqscan = off')
      const { rows } = await client.query<object>(`explain ${sql}`, [...parameters])
      return rows
    } finally {
      await client.end()
    }
  },
  async mysql(url, { sql, parameters }) {
    const connection = await createConnection(url)
    try {
      const [rows] = await connection.query(`explain ${sql}`, [...parameters])
      // A plan is rows.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return rows as readonly object[]
    } finally {
      await connection.end()
    }
  },
}

const SHOWN: Readonly<Record<SqlDialect, readonly string[]>> = {
  sqlite: ['detail'],
  postgres: ['QUERY PLAN'],
  mysql: ['table', 'type', 'key', 'rows', 'Extra'],
}

/** How the database would run a statement, in its own words. */
export async function explain(
  dialect: SqlDialect,
  url: string,
  statement: CompiledQuery,
  options: ExplainOptions = { fewRows: true },
): Promise<QueryPlan> {
  const rows = await explainers[dialect](url, statement, options)
  const lines = rows.map((row) => {
    const cells = new Map<string, string | number | null>(Object.entries(row))
    return SHOWN[dialect].map((name) => String(cells.get(name) ?? '-')).join('  ')
  })
  return { rows, lines }
}

import { inspectMysql } from './inspect-mysql.ts'
import { inspectPostgres } from './inspect-postgres.ts'
import { inspectSqlite } from './inspect-sqlite.ts'
import type { Inspector, Present, Query } from './present.ts'
import type { Schema, SqlDialect } from './schema.ts'

const INSPECTORS: Readonly<Record<SqlDialect, Inspector>> = {
  postgres: inspectPostgres,
  mysql: inspectMysql,
  sqlite: inspectSqlite,
}

/**
 * Reads which of the tables a database has, and how they look: columns, indexes, unique constraints and foreign keys. It only
 * reads the catalogue.
 *
 * @param dialect - the database
 * @param query - runs a statement
 * @param schema - what {@link describeSchema} gives; other tables are not looked at, but for those that have names which tables of
 *   this kind often have
 *
 * @example
 * ```ts
 * import { describeSchema, inspect } from '@latchstring/schema'
 * import { Client } from 'pg'
 *
 * const client = new Client({ connectionString: process.env['DATABASE_URL'] })
 * await client.connect()
 * const query = async (statement: string) => (await client.query(statement)).rows
 * const present = await inspect('postgres', query, describeSchema())
 * ```
 */
export function inspect(dialect: SqlDialect, query: Query, schema: Schema): Promise<Present> {
  return INSPECTORS[dialect](query, schema)
}

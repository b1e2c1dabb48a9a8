import { createClient } from '@libsql/client'
import type { SqlDialect } from '@latchstring/schema'
import { drizzle as drizzleLibsql } from 'drizzle-orm/libsql'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePostgresJs } from 'drizzle-orm/postgres-js'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import type { DrizzleDatabase } from '../src/index.ts'

/** A Drizzle instance. */
export interface Connected {
  readonly db: DrizzleDatabase
  readonly close: () => Promise<void>
}

/** A driver of Drizzle. */
export interface Driver {
  readonly name: string
  readonly dialect: SqlDialect
  /** What the database is called in reports. */
  readonly store: string
  connect(url: string): Connected
}

const nodePostgres: Driver = {
  name: 'node-postgres',
  dialect: 'postgres',
  store: 'PostgreSQL',
  connect(url) {
    const client = new Pool({ connectionString: url })
    // Connections that are still closing when the database is dropped.
    client.on('error', () => undefined)
    return { db: drizzlePg({ client }), close: () => client.end() }
  },
}

const postgresJs: Driver = {
  name: 'postgres.js',
  dialect: 'postgres',
  store: 'PostgreSQL',
  connect(url) {
    const client = postgres(url)
    return { db: drizzlePostgresJs({ client }), close: () => client.end() }
  },
}

const mysql2: Driver = {
  name: 'mysql2',
  dialect: 'mysql',
  store: 'MariaDB',
  connect(url) {
    const client = createPool({ uri: url })
    return { db: drizzleMysql({ client }), close: () => client.end() }
  },
}

const libsql: Driver = {
  name: 'libsql',
  dialect: 'sqlite',
  store: 'SQLite',
  connect(url) {
    const client = createClient({ url })
    const close = async (): Promise<void> => {
      client.close()
      await Promise.resolve()
    }
    return { db: drizzleLibsql({ client }), close }
  },
}

/** The drivers that are tested. */
export const DRIVERS = [nodePostgres, postgresJs, mysql2, libsql] as const

/** The driver of a database that tests use which look at the database only. */
export const findDriver = (dialect: SqlDialect): Driver =>
  ({ postgres: nodePostgres, mysql: mysql2, sqlite: libsql })[dialect]

/** The query for the version of a database. */
export const VERSION_QUERIES: Readonly<Record<SqlDialect, string>> = {
  postgres: 'show server_version',
  mysql: 'select version()',
  sqlite: 'select sqlite_version()',
}

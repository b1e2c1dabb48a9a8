import { type Schema, type SqlDialect, tableSql } from '@latchstring/schema'

/** Tables whose columns take texts for the same that look alike, as other tools make them. */
export interface LaxTables {
  readonly name: string
  readonly dialect: SqlDialect
  /** Their unique keys tell such texts apart all the same. */
  readonly keepsBoth: boolean
  /** The statements that make them. */
  readonly statements: (schema: Schema) => readonly string[]
}

const written = (dialect: SqlDialect, schema: Schema): readonly string[] =>
  schema.tables.flatMap((table) => tableSql(dialect, schema, table))

const mysql = (collation: string): LaxTables => ({
  name: `MariaDB, ${collation}`,
  dialect: 'mysql',
  keepsBoth: false,
  statements: (schema) =>
    written('mysql', schema).map((statement) =>
      statement.replaceAll('collate utf8mb4_bin', `collate ${collation}`),
    ),
})

const postgres = (name: string, make: string, type: string): LaxTables => ({
  name: `PostgreSQL, ${name}`,
  dialect: 'postgres',
  keepsBoth: false,
  statements: (schema) => [
    make,
    ...written('postgres', schema).map((statement) =>
      statement.replaceAll(/" text\b/g, `" ${type}`),
    ),
  ],
})

const KEY = /primary key \(([^)]*)\)/

const sqlite = (collation: string, keepsBoth = false): LaxTables => ({
  name: `SQLite, ${collation}${keepsBoth ? ' with keys that are not' : ''}`,
  dialect: 'sqlite',
  keepsBoth,
  statements: (schema) =>
    written('sqlite', schema).map((statement) => {
      const lax = statement.replaceAll(/" text\b/g, `" text collate ${collation}`)
      // What others refer to has to be a key in the collation of its column.
      if (!keepsBoth || lax.startsWith('create table "users"')) return lax
      return lax.replace(KEY, (_, columns: string) => {
        const binary = columns.split(', ').map((column) => `${column} collate binary`)
        return `primary key (${binary.join(', ')})`
      })
    }),
})

/** Every kind of them. MariaDB's `uca1400` is what MySQL has as `0900`. */
export const LAX_TABLES: readonly LaxTables[] = [
  mysql('utf8mb4_unicode_ci'),
  mysql('utf8mb4_general_ci'),
  mysql('utf8mb4_uca1400_nopad_ai_ci'),
  postgres(
    'a collation that is not deterministic',
    `create collation lax (provider = icu, locale = 'und-u-ks-level1-ka-shifted', deterministic = false)`,
    'text collate lax',
  ),
  postgres('citext', 'create extension citext', 'citext'),
  sqlite('nocase'),
  sqlite('rtrim'),
  sqlite('nocase', true),
]

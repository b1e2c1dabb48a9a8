import type { FieldKind, SqlDialect } from './codecs.ts'
import type { Fields, TableNames } from './schema.ts'

/** What migrations need to know about a dialect. */
interface DialectSql {
  readonly types: Readonly<Record<FieldKind, string>>
  /** The time of the statement, in the spelling of the timestamp type. */
  readonly now: string
  /** A query for the columns of a table, one `name` per row. */
  readonly columnsOf: (table: string) => string
  /** The first statement of a migrating transaction: others wait for it until this one ends. */
  readonly lock: (migrations: string) => string
}

const DIALECTS: Readonly<Record<SqlDialect, DialectSql>> = {
  sqlite: {
    types: {
      text: 'text',
      integer: 'integer',
      boolean: 'integer',
      timestamp: 'text',
      json: 'text',
    },
    now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    columnsOf: (table) => `select name from pragma_table_info('${table}')`,
    // A write that changes nothing takes the one write lock; a read first would only get a snapshot.
    lock: (migrations) => `delete from "${migrations}" where version < 0`,
  },
  postgres: {
    types: {
      text: 'text',
      integer: 'bigint',
      boolean: 'boolean',
      // A Date has milliseconds: a finer time could never be compared with what was read.
      timestamp: 'timestamptz(3)',
      json: 'jsonb',
    },
    now: 'now()',
    columnsOf: (table) =>
      `select attname as name from pg_attribute ` +
      `where attrelid = to_regclass('"${table}"') and attnum > 0 and not attisdropped`,
    lock: (migrations) => `select pg_advisory_xact_lock(hashtext('${migrations}'))`,
  },
}

/** The dialect's side of a migration. */
export const migrationSql = (dialect: SqlDialect): DialectSql => DIALECTS[dialect]

/** A numbered change of the schema. What has been published is never edited. */
export interface Migration {
  readonly version: number
  readonly statements: (types: DialectSql['types'], tables: TableNames) => readonly string[]
}

const owner = ({ users }: TableNames): string =>
  `"user_id" text not null references "${users}" ("id") on delete cascade`

const index = (table: string, column: string): string =>
  `create index "${table}_${column}_idx" on "${table}" ("${column}")`

const initial: Migration = {
  version: 1,
  statements: (types, tables) => [
    `create table "${tables.users}" (
  "id" text not null primary key,
  "name" text,
  "email" text,
  "email_verified" ${types.timestamp},
  "image" text
)`,
    `create unique index "${tables.users}_email_key" on "${tables.users}" (lower("email"))`,
    `create table "${tables.accounts}" (
  ${owner(tables)},
  "type" text not null,
  "provider" text not null,
  "provider_account_id" text not null,
  "access_token" text,
  "refresh_token" text,
  "expires_at" ${types.integer},
  "token_type" text,
  "scope" text,
  "id_token" text,
  "session_state" text,
  "additional" ${types.json},
  primary key ("provider", "provider_account_id")
)`,
    index(tables.accounts, 'user_id'),
    `create table "${tables.sessions}" (
  "session_token" text not null primary key,
  ${owner(tables)},
  "expires" ${types.timestamp} not null
)`,
    index(tables.sessions, 'user_id'),
    index(tables.sessions, 'expires'),
    `create table "${tables.verificationTokens}" (
  "identifier" text not null,
  "token" text not null,
  "expires" ${types.timestamp} not null,
  primary key ("identifier", "token")
)`,
    index(tables.verificationTokens, 'expires'),
    `create table "${tables.authenticators}" (
  "credential_id" text not null primary key,
  ${owner(tables)},
  "provider_account_id" text not null,
  "credential_public_key" text not null,
  "counter" ${types.integer} not null,
  "credential_device_type" text not null,
  "credential_backed_up" ${types.boolean} not null,
  "transports" text
)`,
    index(tables.authenticators, 'user_id'),
  ],
}

/** Every migration, oldest first. */
export const MIGRATIONS: readonly Migration[] = [initial]

/** Creates the table that remembers which migrations have run. */
export const createMigrationsTable = (dialect: SqlDialect, { migrations }: TableNames): string =>
  `create table if not exists "${migrations}" (
  "version" integer not null primary key,
  "applied_at" ${DIALECTS[dialect].types.timestamp} not null
)`

/** Remembers that a migration has run. */
export const recordMigration = (
  dialect: SqlDialect,
  { migrations }: TableNames,
  { version }: Migration,
): string =>
  `insert into "${migrations}" ("version", "applied_at") values (${version}, ${DIALECTS[dialect].now})`

/** Adds the columns of custom user members, except those in `present`. */
export function addUserColumns(
  dialect: SqlDialect,
  { users }: TableNames,
  userFields: Fields,
  present: ReadonlySet<string> = new Set(),
): readonly string[] {
  const { types } = DIALECTS[dialect]
  return Object.values(userFields)
    .filter(({ column }) => !present.has(column))
    .map(({ column, kind }) => `alter table "${users}" add column "${column}" ${types[kind]}`)
}

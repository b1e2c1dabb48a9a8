import {
  type NoUserFields,
  type SchemaOptions,
  type SqlAdapter,
  type SqlDialect,
  type UserFieldValues,
  type UserFields,
  sqlAdapter,
} from '@latchstring/adapter-sql'
import { type Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely'

/** Options of {@link kyselyAdapter}. */
export interface KyselyAdapterOptions<
  Fields extends UserFields = UserFields,
> extends SchemaOptions<Fields> {
  /** The database; `mysql` also for MariaDB. Required if it cannot be derived from the dialect of the instance. */
  readonly dialect?: SqlDialect
}

/** Databases by the adapter classes of Kysely. */
function findDialect<Schema>(db: Kysely<Schema>): SqlDialect {
  const { adapter } = db.getExecutor()
  if (adapter instanceof PostgresAdapter) return 'postgres'
  if (adapter instanceof MysqlAdapter) return 'mysql'
  if (adapter instanceof SqliteAdapter) return 'sqlite'
  throw new TypeError(
    'The dialect of this Kysely instance does not tell which database it is for. ' +
      'Set the option dialect to sqlite, postgres or mysql.',
  )
}

/**
 * A storage adapter over a Kysely instance, which it never destroys.
 *
 * On SQLite, give the instance a busy timeout and switch foreign keys on; everywhere, run `migrate()` (or the text of
 * `sqlFor`) before the first request.
 *
 * @param db - the instance; its plugins are not used
 * @param options - names of tables and columns, the kind of ids and custom members of users
 * @throws TypeError when a name cannot be used, or when the dialect is unknown
 *
 * @example
 * ```ts
 * import { kyselyAdapter } from '@latchstring/adapter-kysely'
 * import { Kysely, PostgresDialect } from 'kysely'
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
 * const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
 *
 * export const adapter = kyselyAdapter(db)
 * ```
 */
export function kyselyAdapter<Schema, const Fields extends UserFields = NoUserFields>(
  db: Kysely<Schema>,
  options: KyselyAdapterOptions<Fields> = {},
): SqlAdapter<UserFieldValues<Fields>> {
  const { dialect = findDialect(db), ...schema } = options
  return sqlAdapter<Schema, Fields>({ ...schema, db, dialect })
}

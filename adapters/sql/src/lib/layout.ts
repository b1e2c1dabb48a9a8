import {
  type FieldKind,
  type FurtherOptions,
  type RecordTableKey,
  type NoUserFields,
  type Schema,
  type SchemaOptions as DescribeOptions,
  type SqlDialect,
  type TableNames as DescribedTables,
  type UserFields,
  describeSchema,
} from '@latchstring/schema'

/** The name of every table. */
export interface TableNames extends DescribedTables {
  /** The table of applied migrations. Default: `latchstring_migrations`. */
  readonly migrations: string
}

export type { NoUserFields }

/** Options that determine the tables. */
export interface SchemaOptions<Fields extends UserFields = UserFields> extends Omit<
  DescribeOptions<Fields>,
  'tables'
> {
  /** Other names for tables, also for those of `records`. */
  readonly tables?: Partial<TableNames> & Readonly<Record<RecordTableKey, string>>
  /**
   * Whether email addresses of users, and provider and account id of accounts, are unique in the database: only then is that
   * capability declared. Tables that `migrate()` makes have these keys. Default: `true`, but `false` with
   * `names: 'next-auth'`, because the tables of that adapter are documented without them.
   */
  readonly uniqueConstraints?: boolean
}

interface Values {
  readonly text: string
  readonly integer: number
  readonly boolean: boolean
  readonly timestamp: Date
  readonly json: unknown
}

/**
 * The members that `userFields` gives a user.
 *
 * @example
 * ```ts
 * import type { UserFieldValues } from '@latchstring/adapter-sql'
 *
 * type Custom = UserFieldValues<{ role: 'text' }> // { role: string | null }
 * ```
 */
export type UserFieldValues<Fields extends Readonly<Record<string, FieldKind>>> = {
  -readonly [Member in keyof Fields]: Values[Fields[Member]] | null
}

/** The tables of one adapter. */
export interface Layout {
  readonly dialect: SqlDialect
  readonly schema: Schema
  /** The table of applied migrations. */
  readonly migrations: string
  /** Members of a user that are in `userFields`. */
  readonly userFields: ReadonlySet<string>
}

const MIGRATIONS = 'latchstring_migrations'

/** Options that do not change the tables. */
const FURTHER: FurtherOptions = {
  options: ['uniqueConstraints', 'db', 'dialect'],
  tables: ['migrations'],
}

const DIALECTS: readonly unknown[] = ['sqlite', 'postgres', 'mysql']

/**
 * Checks the options that determine the tables.
 *
 * @param further - names of other options that are known
 * @throws TypeError with the invalid option
 */
export function describeTables(
  options: SchemaOptions,
  further: readonly string[] = FURTHER.options ?? [],
): Schema {
  const { uniqueConstraints } = options
  if (uniqueConstraints !== undefined && typeof uniqueConstraints !== 'boolean') {
    throw new TypeError('uniqueConstraints has to be true or false.')
  }
  return describeSchema(options, { ...FURTHER, options: further })
}

/** Resolves the tables; throws for an unknown option, or for a name that is not a plain identifier. */
export function createLayout(dialect: SqlDialect, options: SchemaOptions): Layout {
  if (!DIALECTS.includes(dialect)) {
    throw new TypeError(`dialect: ${JSON.stringify(dialect)} is not sqlite, postgres or mysql.`)
  }
  return {
    dialect,
    schema: describeTables(options),
    migrations: options.tables?.migrations ?? MIGRATIONS,
    userFields: new Set(Object.keys(options.userFields ?? {})),
  }
}

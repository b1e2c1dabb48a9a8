import {
  type FieldKind,
  type Schema,
  type SchemaOptions as DescribeOptions,
  type SqlDialect,
  type TableNames as DescribedTables,
  type UserFields,
  describeSchema,
} from '@latchstring/schema'

/** The name of every table. */
export interface TableNames extends DescribedTables {
  /** Remembers which migrations have run. Default: `latchstring_migrations`. */
  readonly migrations: string
}

/** No custom members. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- members are added to it, and there are none
export type NoUserFields = Record<never, never>

/** What decides how the tables look. */
export interface SchemaOptions<Fields extends UserFields = UserFields> extends Omit<
  DescribeOptions,
  'tables' | 'userFields'
> {
  /** Other names for tables. */
  readonly tables?: Partial<TableNames>
  /** Custom members of a user, each kept in a column of its own. */
  readonly userFields?: Fields
  /**
   * Whether e-mail addresses of users, and provider and account id of accounts, are unique in the database: only then is that
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
  /** The table that remembers which migrations have run. */
  readonly migrations: string
  /** Members of a user that are in `userFields`. */
  readonly userFields: ReadonlySet<string>
}

const MIGRATIONS = 'latchstring_migrations'

/** Works the tables out; throws when a name could not be written into SQL as it is. */
export function createLayout(dialect: SqlDialect, options: SchemaOptions): Layout {
  // The description looks at every name, also at that of the one table it does not have.
  const schema = describeSchema(options)
  return {
    dialect,
    schema,
    migrations: options.tables?.migrations ?? MIGRATIONS,
    userFields: new Set(Object.keys(options.userFields ?? {})),
  }
}

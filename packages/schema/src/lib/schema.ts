import type { RecordTable } from '@latchstring/core/adapters'

/** The databases that tables are described for. */
export type SqlDialect = 'sqlite' | 'postgres' | 'mysql'

/** Kinds of values a column holds. Each dialect has its own column type for them. */
export type FieldKind = 'text' | 'integer' | 'boolean' | 'timestamp' | 'json'

/** The tables that are described here, by what they hold. */
export type TableKey =
  | 'users'
  | 'accounts'
  | 'sessions'
  | 'verificationTokens'
  | 'authenticators'
  | ControlTableKey

/** The tables that {@link SchemaOptions.sessionControl} adds. */
export type ControlTableKey = 'revocations' | 'budgets'

/** A table of {@link SchemaOptions.records}, by its own name. */
export type RecordTableKey = `auth_${string}`

/** The name of every table that is described here. */
export type TableNames = Readonly<Record<TableKey, string>>

/** What ids of users are: any text, a UUID the application makes, or a number the database counts. */
export type IdType = 'text' | 'uuid' | 'integer'

/** Custom members of a user and the kind of value each has. */
export type UserFields = Readonly<Record<string, FieldKind>>

/** No custom members. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- members are added to it, and there are none
export type NoUserFields = Record<never, never>

/** The members that have columns, by table. */
export interface ColumnMembers {
  readonly users: 'id' | 'name' | 'email' | 'emailVerified' | 'image'
  readonly accounts:
    | 'userId'
    | 'type'
    | 'provider'
    | 'providerAccountId'
    | 'access_token'
    | 'refresh_token'
    | 'expires_at'
    | 'token_type'
    | 'scope'
    | 'id_token'
    | 'session_state'
    | 'additional'
  readonly sessions: 'sessionToken' | 'userId' | 'expires'
  readonly verificationTokens: 'identifier' | 'token' | 'expires'
  readonly authenticators:
    | 'credentialID'
    | 'userId'
    | 'providerAccountId'
    | 'credentialPublicKey'
    | 'counter'
    | 'credentialDeviceType'
    | 'credentialBackedUp'
    | 'transports'
  readonly revocations: 'seq' | 'kind' | 'key' | 'generation' | 'reason' | 'at' | 'expires'
  readonly budgets: 'key' | 'tat'
}

/** Names of columns, by the member of the record they hold; `Fields` are the custom members of users. */
export type ColumnNames<Fields extends UserFields = UserFields> = {
  readonly [Key in TableKey]?: Readonly<
    Partial<
      Record<ColumnMembers[Key] | (Key extends 'users' ? keyof Fields & string : never), string>
    >
  >
}

/** What decides how the tables look. */
export interface SchemaOptions<Fields extends UserFields = UserFields> {
  /** Names of tables and columns to start from. Default: `latchstring`. */
  readonly names?: NamesPreset
  /** Other names for tables, also for those of {@link SchemaOptions.records}. */
  readonly tables?: Partial<TableNames> & Readonly<Record<RecordTableKey, string>>
  /** Other names for columns, by member: `{ users: { emailVerified: 'verified_at' } }`. */
  readonly columns?: ColumnNames<NoInfer<Fields>>
  /** Default: `text`. */
  readonly ids?: IdType
  /** Custom members of a user, each kept in a column of its own. */
  readonly userFields?: Fields
  /**
   * Tables whose rows have an `id` of their own that the writer has to fill, as those of Prisma, TypeORM, Sequelize
   * and `@auth/d1-adapter` do. Nothing is found by it. Default: none.
   */
  readonly rowIds?: readonly RowIdTable[]
  /**
   * Also the tables for ending sessions of the strategy `jwt`, listing devices and limiting attempts: `revocations`,
   * `limit_budgets`, and that of `devices` as if `records` named it. Default: `false`.
   */
  readonly sessionControl?: boolean
  /**
   * Also these tables, which are data: `true` for all that the library comes with (`recordTables`: names of passkeys, mails with
   * codes), or a list such as `[passkeyNames]`. Default: none.
   */
  readonly records?: readonly RecordTable[] | boolean
}

/** The tables that {@link SchemaOptions.rowIds} may name. */
export type RowIdTable = Exclude<TableKey, 'users' | ControlTableKey>

/**
 * Names that tables have when nothing else is said: `latchstring` in snake case; `next-auth` those of the tables that the
 * peer's adapter for `pg` uses.
 */
export type NamesPreset = 'latchstring' | 'next-auth'

/** What the values of a column are, for telling whether a column that is there holds them. */
export interface Values {
  /** What they are, in the plural: `session tokens`. */
  readonly of: string
  /**
   * Characters that texts and JSON have to be able to have, or the number that integers have to reach: a column that ends before
   * it is of no use. 0 where nothing is asked.
   */
  readonly least: number
  /** Characters of the longest text, or the largest number, that can come; `Infinity` where nothing limits it. */
  readonly most: number
  /** They are of a few that the application or the provider chose, so that a column may list them. */
  readonly listed?: boolean
  /** They are in the letters of any language. */
  readonly words?: boolean
}

/** A column. */
export interface Column {
  /** The member of the record that it holds; `additional` for what has no column of its own. */
  readonly member: string
  readonly name: string
  readonly kind: FieldKind
  readonly required: boolean
  /** It is part of a key, so its text has to be short enough for one: up to 255 characters. */
  readonly key: boolean
  /** An id of a user: its type is that of {@link SchemaOptions.ids}. */
  readonly userId: boolean
  readonly values: Values
  /** The database counts it, and never gives a number twice. */
  readonly counted: boolean
  /** It is the id of a row that stands for nothing else: {@link SchemaOptions.rowIds}. */
  readonly rowId: boolean
  /** The name is one of the option `columns`. */
  readonly named: boolean
}

/** An index. */
export interface Index {
  readonly name: string
  readonly column: string
  readonly unique: boolean
  /** Upper and lower case count as the same. */
  readonly ignoresCase: boolean
}

/** A table. */
export interface Table {
  readonly key: TableKey | RecordTableKey
  readonly name: string
  /** The name is one of the option `tables`. */
  readonly named: boolean
  readonly columns: readonly Column[]
  readonly primaryKey: readonly string[]
  /** The column that refers to the id of a user, whose deletion takes the row along. */
  readonly owner?: string
  readonly indexes: readonly Index[]
}

/** All tables. */
export interface Schema {
  readonly tables: readonly Table[]
  /** What names started from. */
  readonly names: NamesPreset
  readonly ids: IdType
}

/** Looks a table up. */
export function findTable(schema: Schema, key: Table['key']): Table {
  const table = schema.tables.find((one) => one.key === key)
  if (table === undefined) throw new TypeError(`The schema has no table for ${key}.`)
  return table
}

/** Looks the column of a member up. */
export function findColumn(table: Table, member: string): Column {
  const column = table.columns.find((one) => one.member === member)
  if (column === undefined) throw new TypeError(`The table "${table.name}" has no ${member}.`)
  return column
}

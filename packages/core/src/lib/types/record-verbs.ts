import type { RecordField, RecordTable } from './records.ts'
import type { JsonValue } from './utility.ts'

/** Marks the type of a row that was read. No other module can name it, so that no row is made by hand. */
declare const READ: unique symbol

type ValueOf<Field extends RecordField> = Field['kind'] extends 'int' | 'time'
  ? number
  : Field['kind'] extends 'bool'
    ? boolean
    : Field['kind'] extends 'json'
      ? JsonValue
      : string

type Fields<Table extends RecordTable> = Table['fields']

type NullableName<Table extends RecordTable> = {
  [Name in keyof Fields<Table>]: Fields<Table>[Name] extends { readonly nullable: true }
    ? Name
    : never
}[keyof Fields<Table>]

/** The fields of a row. */
export type Values<Table extends RecordTable> = {
  readonly [Name in keyof Fields<Table>]:
    | ValueOf<Fields<Table>[Name]>
    | (Name extends NullableName<Table> ? null : never)
}

/** The fields of a new row: those that may be `null` can be left out. */
export type NewValues<Table extends RecordTable> = Omit<Values<Table>, NullableName<Table>> &
  Partial<Pick<Values<Table>, NullableName<Table>>>

/** The fields of a key. */
export type Key<Table extends RecordTable> = Pick<Values<Table>, Table['key'][number]>

/** A row that was read. */
export type Row<Table extends RecordTable> = Values<Table> & { readonly [READ]: true }

/** Rows that were found. */
export interface Page<Table extends RecordTable> {
  readonly rows: readonly Row<Table>[]
  /** Where the next page begins; `undefined` after the last one. */
  readonly next: string | undefined
}

/** The fields by which rows are found: the owner and the lookups. */
type FoundBy<Table extends RecordTable> =
  | (Table extends { readonly owner: infer Owner extends string } ? Owner : never)
  | (Table extends { readonly lookups: readonly (infer Lookup extends string)[] } ? Lookup : never)

/** Verbs that write nothing. */
export interface ReadRecords {
  /** The row with a key, or `null`. */
  get<Table extends RecordTable>(table: Table, key: Key<Table>): Promise<Row<Table> | null>
  /**
   * The rows with an owner or a lookup.
   *
   * @param page - where it begins, and how many rows it has at most: up to 1000. Default: the first 100
   */
  find<Table extends RecordTable>(
    table: Table,
    field: FoundBy<Table>,
    value: string,
    page?: { readonly after?: string | undefined; readonly limit?: number },
  ): Promise<Page<Table>>
}

/** The verbs on tables. A row is changed and dropped only by what has read it, and only while it is the row that was read. */
export interface Records extends ReadRecords {
  /** Stores a row: `taken` where there is one with its key, `no-owner` where its user does not exist. */
  insert<Table extends RecordTable>(
    table: Table,
    values: NewValues<Table>,
  ): Promise<Row<Table> | 'taken' | 'no-owner'>
  /** Changes fields of a row; `null` where it is not the row that was read any more. */
  change<Table extends RecordTable>(
    table: Table,
    row: Row<Table>,
    to: Partial<Values<Table>>,
  ): Promise<Row<Table> | null>
  /** Deletes a row: of simultaneous calls one gets `true`. */
  drop<Table extends RecordTable>(table: Table, row: Row<Table>): Promise<boolean>
}

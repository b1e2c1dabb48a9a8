import type { Awaitable } from './utility.ts'

/** Kinds of values that a field holds. */
export type RecordFieldKind = 'id' | 'text' | 'int' | 'bool' | 'time' | 'json'

/** A field of a table. */
export interface RecordField {
  /**
   * `id`: 1 to 128 visible characters of ASCII; `text`: without NUL; `int`: a safe integer; `time`: whole milliseconds since the epoch,
   * up to the year 9999; `json`: up to 16,000 characters of JSON without NUL, nested up to 30 times, whose members may come back in another
   * order.
   */
  readonly kind: RecordFieldKind
  /** Characters (UTF-16 code units) of the longest `text`, up to 10,000. Default: 255. */
  readonly max?: number
  /** The field may be `null`, which is the same as leaving it out. */
  readonly nullable?: true
  /**
   * Of a `text`. `sealed`: the core encrypts it between feature and store, bound to table, key and field, under the secret of the
   * configuration. `hash`: it is a hash that only its feature compares. Neither reaches a log, an export, an event or JSON.
   */
  readonly secret?: 'sealed' | 'hash'
  /** It is about a person, and part of what is exported for them. */
  readonly personal?: true
}

/**
 * A table as data, written `as const`. Keys, owner and lookups of a row never change.
 *
 * @example
 * ```ts
 * import { checkRecordTable } from '@latchstring/core/adapters'
 *
 * export const notes = {
 *   name: 'auth_notes',
 *   fields: {
 *     userId: { kind: 'id' },
 *     id: { kind: 'id' },
 *     text: { kind: 'text', max: 500, personal: true },
 *   },
 *   key: ['userId', 'id'],
 *   owner: 'userId',
 * } as const
 *
 * checkRecordTable(notes)
 * ```
 */
export interface RecordTable {
  /** `auth_` and the names of feature and table, in lower case: a table of a database has this name. */
  readonly name: string
  /** The fields, by name. */
  readonly fields: Readonly<Record<string, RecordField>>
  /** The fields that no two rows have in common, and no others: each an `id`. Best begun with the owner. */
  readonly key: readonly [string, ...string[]]
  /** The field with the id of a user: rows go with the user. */
  readonly owner?: string
  /** Fields, each an `id`, by which rows are found beside the owner. */
  readonly lookups?: readonly string[]
  /** The field, a `time`, from which on a row counts as absent. */
  readonly expires?: string
}

/** A value of a field. */
export type RecordValue = string | number | boolean | null | object

/** The fields of a row by name; those that are `null` are there. */
export type RecordValues = Readonly<Record<string, RecordValue>>

/** A row as a store keeps it. */
export interface StoredRecord {
  readonly values: RecordValues
  /** A safe integer that no other write of the row has. It is compared by `change` and `drop`. */
  readonly version: number
}

/** Which rows are found. */
export interface RecordQuery {
  /** The owner, or one of the lookups, of the table. */
  readonly field: string
  readonly value: string
  /** The most rows to give. */
  readonly limit: number
  /** What `next` of the page before said. */
  readonly after?: string
}

/** Rows that were found. */
export interface RecordPage {
  /** In any order that stays the same, no row twice. */
  readonly rows: readonly StoredRecord[]
  /** Where the next page begins; `null` after the last one. */
  readonly next: string | null
}

/**
 * The verbs of a store on tables that are data. The values of each call have been checked. Each verb is one step: of simultaneous calls
 * on one row one comes first, and what it wrote is seen by every later one. A store that answers from a copy, or may lose what it
 * acknowledged, has no records.
 */
export interface AdapterRecords {
  /** Whether the store has a place for the rows of the table. */
  readonly keeps: (table: RecordTable) => boolean
  /** The service deletes expired rows by itself. Otherwise the library calls `deleteExpired` now and then when it stores a row. */
  readonly expires?: true
  /** The row with a key, also an expired one, or `null`. */
  readonly get: (table: RecordTable, key: RecordValues) => Awaitable<StoredRecord | null>
  /** The rows with an owner or a lookup, also expired ones. */
  readonly find: (table: RecordTable, query: RecordQuery) => Awaitable<RecordPage>
  /**
   * Stores a row, in place of an expired one with the same key.
   *
   * @param now - milliseconds since the epoch
   * @returns `taken` where there is one with the key, `no-owner` where the store knows that its user does not exist
   */
  readonly insert: (
    table: RecordTable,
    row: StoredRecord,
    now: number,
  ) => Awaitable<'inserted' | 'taken' | 'no-owner'>
  /**
   * Replaces the row with the key of `row` if it has the version `from`.
   *
   * @returns whether this call replaced it
   */
  readonly change: (table: RecordTable, row: StoredRecord, from: number) => Awaitable<boolean>
  /**
   * Deletes the row with a key if it has the version.
   *
   * @returns whether this call deleted it
   */
  readonly drop: (table: RecordTable, key: RecordValues, version: number) => Awaitable<boolean>
  /** Deletes every row with an owner or a lookup that was there when it was called. */
  readonly clear: (table: RecordTable, field: string, value: string) => Awaitable<unknown>
  /**
   * Deletes expired rows.
   *
   * @param now - milliseconds since the epoch
   * @returns how many
   */
  readonly deleteExpired: (table: RecordTable, now: number, limit: number) => Awaitable<number>
}

import type { RecordTable, RecordValues, StoredRecord } from '@latchstring/core/adapters'

/**
 * What a table that is data is called in the schema of an ORM: `authPasskeysNames` for `auth_passkeys_names`.
 *
 * @param table - the table, of which the name is read
 */
export const recordMember = ({ name }: Pick<RecordTable, 'name'>): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Whether a member of such a schema has a name that {@link recordMember} gives. */
export const isRecordMember = (name: string): boolean => /^auth[A-Z]/.test(name)

/** A value of the kind `id`, of which databases make numbers, too; empty, which is the id of nothing, for another. */
export function recordId(value: unknown): string {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (isNumber) return String(value)
  return typeof value === 'string' ? value : ''
}

/** The key of a row, whose values may have others besides. */
export const recordKey = ({ key }: RecordTable, values: RecordValues): RecordValues =>
  Object.fromEntries(key.map((field) => [field, values[field] ?? null]))

/**
 * Where the page after some rows begins, in a store that finds rows in the order of their keys.
 *
 * @param last - the last row of a page that is full
 */
export const recordCursor = ({ key }: RecordTable, { values }: StoredRecord): string =>
  JSON.stringify(key.map((field) => values[field]))

/**
 * The key of the last row of a page, from what {@link recordCursor} gave for it.
 *
 * @throws TypeError when it gave no such text
 */
export function readRecordCursor(
  { key }: RecordTable,
  after: string,
): readonly (readonly [field: string, value: string])[] {
  const values: unknown = JSON.parse(after)
  if (!Array.isArray(values) || values.length !== key.length) {
    throw new TypeError('`after` is not what the page before said.')
  }
  return key.map((field, at) => [field, String(values[at])])
}

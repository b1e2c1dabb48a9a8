import { memoize } from '../kit/cache.ts'
import { isObject } from '../kit/values.ts'
import type { RecordField, RecordTable } from '../types/records.ts'

/** Names that a table or a column of every database can have as they are. */
const TABLE_NAME = /^auth_[a-z][a-z0-9_]{0,45}$/
const FIELD_NAME = /^[a-z][A-Za-z0-9]{0,40}$/

/** The longest `text`, unless the field says otherwise. */
export const LONGEST_TEXT = 255

/** A column of the row itself. */
const OWN_NAMES: readonly string[] = ['version']

function findFault(table: RecordTable): string | undefined {
  const { name, fields, key, owner, lookups = [], expires } = table
  if (!TABLE_NAME.test(name)) return 'its name has to be auth_ and lower-case words'
  const names = Object.keys(fields)
  const unfit = names.find((field) => !FIELD_NAME.test(field) || OWN_NAMES.includes(field))
  if (unfit !== undefined) return `"${unfit}" cannot be the name of a field`
  const isId = (field: string): boolean => {
    const { kind, nullable }: Partial<RecordField> = Object.hasOwn(fields, field)
      ? (fields[field] ?? {})
      : {}
    return kind === 'id' && nullable !== true
  }
  const found = [...key, ...(owner === undefined ? [] : [owner]), ...lookups]
  const noId = found.find((field) => !isId(field))
  if (noId !== undefined) return `"${noId}" has to be a field of the kind id that is not nullable`
  if (expires !== undefined && fields[expires]?.kind !== 'time') {
    return `"${expires}" has to be a field of the kind time`
  }
  return owner === undefined && expires === undefined
    ? 'its rows need an owner or a time of expiry, so that none stays for ever'
    : undefined
}

/**
 * Checks a description, once for each table.
 *
 * @throws TypeError that names what is wrong
 */
export const checkTable: (table: RecordTable) => RecordTable = memoize((table: RecordTable) => {
  const fault = findFault(table)
  if (fault !== undefined)
    throw new TypeError(`The table "${table.name}" cannot be used: ${fault}.`)
  return table
})

const isTable = (value: unknown): value is RecordTable =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  isObject(value['fields']) &&
  Object.values(value['fields']).every(isObject) &&
  Array.isArray(value['key'])

/**
 * Checks what is given as a table where types are not checked, as in an option.
 *
 * @throws TypeError that names what is wrong
 *
 * @example
 * ```ts
 * import { checkRecordTable, passkeyNames } from '@latchstring/core/adapters'
 *
 * checkRecordTable(passkeyNames).name // auth_passkeys_names
 * ```
 */
export function checkRecordTable(value: unknown): RecordTable {
  if (isTable(value)) return checkTable(value)
  throw new TypeError('records: a table is an object with name, fields and key.')
}

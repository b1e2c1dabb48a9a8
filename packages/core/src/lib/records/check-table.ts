import { memoize } from '../kit/cache.ts'
import { isObject } from '../kit/values.ts'
import type { RecordField, RecordTable } from '../types/records.ts'
import { storedLength } from './sealed-length.ts'

/** Names that a table or a column of every database can have as they are. */
const TABLE_NAME = /^auth_[a-z][a-z0-9_]{0,45}$/
const FIELD_NAME = /^[a-z][A-Za-z0-9]{0,40}$/

/** A column of the row itself. */
const OWN_NAMES: readonly string[] = ['version']

const KINDS: ReadonlySet<unknown> = new Set(['id', 'text', 'int', 'bool', 'time', 'json'])

/** The longest `text` that every database has a type for. */
const LONGEST_MAX = 10_000

const isWhole = (value: unknown, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most

const isRepeated = (name: string, index: number, names: readonly string[]): boolean =>
  names.indexOf(name) !== index

const SECRETS: ReadonlySet<unknown> = new Set(['sealed', 'hash'])

/** Keys, owner, lookups and times of expiry are of other kinds, and so never secret. */
function findFaultySecret(name: string, field: RecordField): string | undefined {
  const { kind, secret, personal } = field
  if (secret === undefined) return undefined
  if (!SECRETS.has(secret)) return `the secret of "${name}" is neither "sealed" nor "hash"`
  if (kind !== 'text') return `"${name}" has a secret, which a text alone can be`
  if (personal) return `"${name}" is a secret, which is not exported, and so not personal`
  return storedLength(field) > LONGEST_MAX
    ? `"${name}" takes up to ${storedLength(field)} characters once it is sealed, and ${LONGEST_MAX} are the most: give it a smaller max`
    : undefined
}

function findFaultyField({ fields }: RecordTable): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const { kind, max } = field
    // Objects have members of their own by such names, as `constructor`.
    if (!FIELD_NAME.test(name) || OWN_NAMES.includes(name) || name in {}) {
      return `"${name}" cannot be the name of a field`
    }
    if (!KINDS.has(kind)) return `"${name}" is of no kind that there is`
    if (max !== undefined && (kind !== 'text' || !isWhole(max, LONGEST_MAX))) {
      return `the max of "${name}" has to be a whole number from 1 to ${LONGEST_MAX}, of a text`
    }
    const fault = findFaultySecret(name, field)
    if (fault !== undefined) return fault
  }
  return undefined
}

const fieldOf = ({ fields }: RecordTable, name: string): Partial<RecordField> =>
  Object.hasOwn(fields, name) ? (fields[name] ?? {}) : {}

function findFaultyName(table: RecordTable): string | undefined {
  const { key, owner, lookups = [] } = table
  if (key.length === 0) return 'its key has to name a field'
  // The longest index of MySQL and MariaDB has 3,072 bytes, and an id up to 1,020.
  if (key.length > 3) return 'its key has more than three fields'
  const found = [...(owner === undefined ? [] : [owner]), ...lookups]
  const noId = [...key, ...found].find((name) => {
    const { kind, nullable } = fieldOf(table, name)
    return kind !== 'id' || nullable === true
  })
  if (noId !== undefined) return `"${noId}" has to be a field of the kind id that is not nullable`
  const twice = key.find(isRepeated) ?? found.find(isRepeated)
  return twice === undefined ? undefined : `"${twice}" is named twice`
}

function findFaultyExpiry(table: RecordTable): string | undefined {
  const { expires, owner } = table
  const { kind, nullable } = expires === undefined ? {} : fieldOf(table, expires)
  if (expires !== undefined && kind !== 'time') {
    return `"${expires}" has to be a field of the kind time`
  }
  return owner === undefined && (expires === undefined || nullable === true)
    ? 'its rows need an owner, or a time of expiry that is not nullable, so that none stays for ever'
    : undefined
}

const findFault = (table: RecordTable): string | undefined =>
  TABLE_NAME.test(table.name)
    ? (findFaultyField(table) ?? findFaultyName(table) ?? findFaultyExpiry(table))
    : 'its name has to be auth_ and lower-case words'

const isTable = (value: unknown): value is RecordTable =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  isObject(value['fields']) &&
  Object.values(value['fields']).every(isObject) &&
  Array.isArray(value['key']) &&
  (value['lookups'] === undefined || Array.isArray(value['lookups']))

/** Makes a description stay as it was checked. */
function freeze(table: RecordTable): RecordTable {
  for (const field of Object.values(table.fields)) Object.freeze(field)
  for (const part of [table.fields, table.key, table.lookups]) Object.freeze(part)
  return Object.freeze(table)
}

/**
 * Checks a description, once for each table, which cannot be changed from then on: stores made their places by it.
 *
 * @throws TypeError that names what is wrong
 */
export const checkTable: (table: RecordTable) => RecordTable = memoize((table: RecordTable) => {
  if (!isTable(table)) {
    throw new TypeError('records: a table is an object with name, fields and key.')
  }
  const fault = findFault(table)
  if (fault === undefined) return freeze(table)
  throw new TypeError(`The table "${table.name}" cannot be used: ${fault}.`)
})

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
  // `checkTable` looks whether it is one.
  return checkTable(Object(value) as RecordTable)
}

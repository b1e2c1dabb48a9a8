import { isJson } from '../kit/values.ts'
import type { RecordField, RecordTable, RecordValue, RecordValues } from '../types/records.ts'
import { LONGEST_TEXT } from './check-table.ts'

const ID = /^[\x21-\x7e]{1,128}$/
const LONGEST_JSON = 16_000

// Some databases refuse them, and others keep another character.
const UNSTORABLE = /[\0\p{Cs}]/u

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && !UNSTORABLE.test(value)

const FITS: Readonly<Record<RecordField['kind'], (value: unknown, max: number) => boolean>> = {
  id: (value) => typeof value === 'string' && ID.test(value),
  text: isText,
  int: Number.isSafeInteger,
  bool: (value) => typeof value === 'boolean',
  time: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  json: (value) => isJson(value) && isText(JSON.stringify(value), LONGEST_JSON),
}

const isValue = (field: RecordField, value: unknown): value is RecordValue =>
  value === null ? field.nullable === true : FITS[field.kind](value, field.max ?? LONGEST_TEXT)

/** An error that names the field, and never the value. */
const unfit = ({ name }: RecordTable, field: string, { kind, max }: Partial<RecordField>) =>
  new TypeError(
    kind === undefined
      ? `The table "${name}" has no field "${field}".`
      : `"${field}" of the table "${name}" is not of the kind ${kind}${max === undefined ? '' : `, or longer than ${max}`}.`,
  )

/**
 * The values of a whole row, in the order of its fields.
 *
 * @throws TypeError that names the field which is unknown, missing or of another kind
 */
export function readValues(table: RecordTable, given: object): RecordValues {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(table.fields, name))
  if (unknown !== undefined) throw unfit(table, unknown, {})
  return Object.fromEntries(
    Object.entries(table.fields).map(([name, field]) => {
      const value: unknown = Reflect.get(given, name) ?? null
      if (!isValue(field, value)) throw unfit(table, name, field)
      return [name, value]
    }),
  )
}

/** The values of a key; `undefined` where one cannot be of any row. */
export function readKey(table: RecordTable, given: object): RecordValues | undefined {
  const entries = table.key.map((name) => [name, Reflect.get(given, name)] as const)
  return entries.every(([, value]) => FITS.id(value, 0)) ? Object.fromEntries(entries) : undefined
}

/** Whether two rows have the same value of a field that never changes. */
export const sameValue = (field: string, one: RecordValues, other: RecordValues): boolean =>
  one[field] === other[field]

/** The fields that are as they were when the row was stored. */
export const fixedFields = ({ key, owner, lookups = [] }: RecordTable): readonly string[] => [
  ...key,
  ...(owner === undefined ? [] : [owner]),
  ...lookups,
]

import { isObject } from '../kit/values.ts'
import type { RecordField, RecordTable, RecordValue, RecordValues } from '../types/records.ts'
import { copyJson, isStorable } from './json.ts'
import { LONGEST_TEXT, storedLength } from './sealed-length.ts'

const ID = /^[\x21-\x7e]{1,128}$/
const LONGEST_JSON = 16_000

/** The end of the year 9999, which is the last of some databases. */
const LAST_TIME = 253_402_300_799_999

/** Whether a value can be a key, an owner or a lookup. */
export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)

/** The value as it is kept, or `undefined` where it is not of the kind. */
type Keep = (value: unknown, max: number) => RecordValue | undefined

const keepIf =
  (isFit: (value: unknown, max: number) => value is RecordValue): Keep =>
  (value, max) =>
    isFit(value, max) ? value : undefined

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

const KEEP: Readonly<Record<RecordField['kind'], Keep>> = {
  id: keepIf(isId),
  text: keepIf(
    (value, max): value is string =>
      typeof value === 'string' && value.length <= max && isStorable(value),
  ),
  int: keepIf(isInteger),
  bool: keepIf((value) => typeof value === 'boolean'),
  time: keepIf((value): value is number => isInteger(value) && value >= 0 && value <= LAST_TIME),
  json(value) {
    const copy = copyJson(value)
    return copy !== undefined && JSON.stringify(copy).length <= LONGEST_JSON ? copy : undefined
  },
}

/** The side of a row on which it is sealed, and that of its feature. */
export type Side = 'stored' | 'plain'

function keep(field: RecordField, value: unknown, side: Side): RecordValue | undefined {
  const { kind, max = LONGEST_TEXT, nullable } = field
  if (value === null) return nullable === true ? null : undefined
  return KEEP[kind](value, side === 'stored' ? storedLength(field) : max)
}

/** Why a value does not fit: an error that names the field, and never the value. */
const unfit = ({ name }: RecordTable, field: string, { kind, max }: Partial<RecordField>) =>
  new TypeError(
    kind === undefined
      ? `The table "${name}" has no field "${field}".`
      : `"${field}" of the table "${name}" is not of the kind ${kind}${max === undefined ? '' : `, or longer than ${max}`}.`,
  )

/** A member of the object itself: its prototype is no part of what is given. */
const ownMember = (given: object, name: string): unknown =>
  Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined

function assertObject(table: RecordTable, given: unknown): asserts given is object {
  if (!isObject(given)) throw new TypeError(`The table "${table.name}" takes objects of fields.`)
}

/**
 * The values of a whole row, in the order of its fields: a copy, for which each is read once.
 *
 * @throws TypeError that names the field which is unknown, missing or of another kind
 */
export function readValues(table: RecordTable, given: object, side: Side = 'plain'): RecordValues {
  assertObject(table, given)
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(table.fields, name))
  if (unknown !== undefined) throw unfit(table, unknown, {})
  const entries = Object.entries(table.fields).map(([name, field]) => {
    const value = keep(field, ownMember(given, name) ?? null, side)
    if (value === undefined) throw unfit(table, name, field)
    return [name, value] as const
  })
  return Object.freeze(Object.fromEntries(entries))
}

/**
 * The values of a key; `undefined` where one cannot be of any row.
 *
 * @throws TypeError for a member that is no part of the key: it would not be compared
 */
export function readKey(table: RecordTable, given: object): RecordValues | undefined {
  assertObject(table, given)
  const more = Object.keys(given).find((name) => !table.key.includes(name))
  if (more !== undefined) {
    throw new TypeError(`"${more}" is no part of the key of the table "${table.name}".`)
  }
  const entries = table.key.map((name) => [name, ownMember(given, name)] as const)
  return entries.every((entry): entry is [string, string] => isId(entry[1]))
    ? Object.fromEntries(entries)
    : undefined
}

/** The values of a row with others in the place of some; those that are `undefined` are left out. */
export const mergeValues = (before: RecordValues, to: object): object => ({
  ...before,
  ...Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined)),
})

/** The fields by which rows are found. */
export const foundBy = ({ owner, lookups = [] }: RecordTable): readonly string[] => [
  ...(owner === undefined ? [] : [owner]),
  ...lookups,
]

/** The fields that are as they were when the row was stored. */
export const fixedFields = (table: RecordTable): readonly string[] => [
  ...table.key,
  ...foundBy(table),
]

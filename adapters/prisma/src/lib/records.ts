import { isObject } from '@latchstring/adapter-kit'
import type { Row } from './client.ts'

/** A model, with conversions between records and rows. */
export interface RecordModel {
  /** Name of the model on a client. */
  readonly name: string
  /** Type of a field, as in the schema; `undefined` without such a field. */
  readonly typeOf: (member: string) => string | undefined
  /** Whether the database generates numbers as ids. */
  readonly counted: boolean
  /** Converts members to a row; throws if one has no field. */
  readonly toRow: (record: object) => Row
  readonly fromRow: (row: Row) => Row
  /** Converts an id to the value of its field; `undefined` if the field cannot store it, so that no row has it. */
  readonly idOf: (member: string, id: string) => unknown
}

/** The field of accounts for members without their own field, as JSON. */
const ADDITIONAL = 'additional'

const IDS: ReadonlySet<string> = new Set(['id', 'userId'])
const COUNTED: ReadonlySet<string> = new Set(['Int', 'BigInt'])
const INTEGER = /^-?\d{1,18}$/

const present = (record: object): readonly (readonly [string, unknown])[] =>
  Object.entries(record).filter(([, value]) => value !== undefined)

/** Returns the names and types of the fields of a model. */
function readTypes(fields: object): ReadonlyMap<string, string> {
  const types = Object.entries(fields).map(([name, field]: [string, unknown]) => {
    const { typeName = '', isList = false } = isObject(field) ? field : {}
    return [name, typeof typeName === 'string' && isList !== true ? typeName : ''] as const
  })
  return new Map(types)
}

function toId(type: string | undefined, id: string): unknown {
  if (type === undefined || !COUNTED.has(type)) return id
  if (!INTEGER.test(id)) return undefined
  return type === 'BigInt' ? BigInt(id) : Number(id)
}

function decode(member: string, value: unknown): unknown {
  const id = IDS.has(member)
  if (id && (typeof value === 'bigint' || typeof value === 'number')) return String(value)
  // The library uses numbers, and JSON has no bigint.
  return typeof value === 'bigint' ? Number(value) : value
}

/** A model whose records have one field for each member. */
export function recordModel(name: string, fields: object): RecordModel {
  const types = readTypes(fields)
  const encode = (member: string, value: unknown): unknown => {
    const type = types.get(member)
    if (type === undefined) {
      throw new TypeError(
        `The model "${name}" has no field "${member}". Add one, or leave the member out.`,
      )
    }
    return IDS.has(member) && typeof value === 'string' ? toId(type, value) : value
  }
  return {
    name,
    typeOf: (member) => types.get(member),
    counted: COUNTED.has(types.get('id') ?? ''),
    toRow: (record) =>
      Object.fromEntries(present(record).map(([member, value]) => [member, encode(member, value)])),
    fromRow: (row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([member]) => types.has(member))
          .map(([member, value]) => [member, decode(member, value)]),
      ),
    idOf: (member, id) => toId(types.get(member), id),
  }
}

const isInt = (value: unknown): boolean =>
  Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === 'string',
  Int: isInt,
  BigInt: (value) => Number.isSafeInteger(value),
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => value instanceof Date,
}

/** The table or model of accounts, whose further members depend on the provider. */
export interface AccountModel extends RecordModel {
  /** Whether the model has the field `additional`. */
  readonly hasAdditional: boolean
  /** Converts changed members to fields; members without a field are merged with those in `rest`. */
  readonly toChanges: (changes: object, rest: unknown) => Row
  /** Returns the members without a field from a row. */
  readonly restOf: (row: Row) => unknown
}

/** The model of accounts: further members of token responses go into {@link ADDITIONAL}. */
export function accountModel(name: string, fields: object): AccountModel {
  const plain = recordModel(name, fields)
  const types = readTypes(fields)
  const hasAdditional = types.has(ADDITIONAL)
  const fits = (member: string, value: unknown): boolean => {
    const type = types.get(member)
    if (type === undefined || value === null) return false
    return IDS.has(member) || (FITS[type]?.(value) ?? true)
  }
  const toChanges = (changes: object, rest: unknown): Row => {
    if (!hasAdditional) return plain.toRow(changes)
    const members = present(changes)
    const fitting = Object.fromEntries(members.filter(([member, value]) => fits(member, value)))
    const others = members.filter(([member, value]) => !fits(member, value))
    const kept = Object.entries(isObject(rest) ? rest : {}).filter(
      ([member]) => !Object.hasOwn(fitting, member),
    )
    const merged = Object.fromEntries([...kept, ...others])
    // A value that does not fit its field sets the field to NULL, so that no old value is returned.
    const emptied: Row = Object.fromEntries(
      others.filter(([member]) => types.has(member)).map(([member]) => [member, null]),
    )
    return {
      ...emptied,
      ...plain.toRow(fitting),
      ...(Object.keys(merged).length > 0 || rest !== undefined ? { [ADDITIONAL]: merged } : {}),
    }
  }
  return {
    ...plain,
    hasAdditional,
    toChanges,
    toRow: (account) => toChanges(account, undefined),
    restOf: (row) => row[ADDITIONAL] ?? {},
    fromRow(row) {
      const rest = hasAdditional ? row[ADDITIONAL] : undefined
      const members = Object.entries(plain.fromRow(row)).filter(
        ([member, value]) => value !== null && !(hasAdditional && member === ADDITIONAL),
      )
      return { ...Object.fromEntries(members), ...(isObject(rest) ? rest : {}) }
    },
  }
}

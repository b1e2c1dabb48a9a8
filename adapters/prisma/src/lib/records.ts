import { isObject } from '@latchstring/adapter-kit'
import type { Row } from './client.ts'

/** A model, and how records become its rows and back. */
export interface RecordModel {
  /** Its name on a client. */
  readonly name: string
  /** Whether it has a field of one text. */
  readonly keepsText: (member: string) => boolean
  /** Whether the database counts its ids, which are numbers. */
  readonly counted: boolean
  /** The members given as a row; throws when one has no field. */
  readonly toRow: (record: object) => Row
  readonly fromRow: (row: Row) => Row
  /** The value of a field of ids, or `undefined` when the field cannot hold it, so that no row has it. */
  readonly idOf: (member: string, id: string) => unknown
}

/** The field of an account that holds what has no field. */
const REST = 'additional'

const IDS: ReadonlySet<string> = new Set(['id', 'userId'])
const COUNTED: ReadonlySet<string> = new Set(['Int', 'BigInt'])
const INTEGER = /^-?\d{1,18}$/

const present = (record: object): readonly (readonly [string, unknown])[] =>
  Object.entries(record).filter(([, value]) => value !== undefined)

/** The names of a model's fields, with the type of each. */
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
  // Numbers of the library are numbers, and a bigint could not be sent to a browser.
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
    keepsText: (member) => types.get(member) === 'String',
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

/** Accounts, of which nobody knows all members in advance. */
export interface AccountModel extends RecordModel {
  /** Whether there is a field for members without one. */
  readonly keepsRest: boolean
  /** The fields that change, and the members without one, beside those there already in `rest`. */
  readonly toChanges: (changes: object, rest: unknown) => Row
  /** The members without a field, as a row has them. */
  readonly restOf: (row: Row) => unknown
}

/** The model of accounts: token responses carry members nobody knows, which go into {@link REST}. */
export function accountModel(name: string, fields: object): AccountModel {
  const plain = recordModel(name, fields)
  const types = readTypes(fields)
  const keepsRest = types.has(REST)
  const fits = (member: string, value: unknown): boolean => {
    const type = types.get(member)
    if (type === undefined || value === null) return false
    return IDS.has(member) || (FITS[type]?.(value) ?? true)
  }
  const toChanges = (changes: object, rest: unknown): Row => {
    if (!keepsRest) return plain.toRow(changes)
    const members = present(changes)
    const fitting = Object.fromEntries(members.filter(([member, value]) => fits(member, value)))
    const others = members.filter(([member, value]) => !fits(member, value))
    const kept = Object.entries(isObject(rest) ? rest : {}).filter(
      ([member]) => !Object.hasOwn(fitting, member),
    )
    const merged = Object.fromEntries([...kept, ...others])
    // What does not fit its field leaves nothing there that would come back instead.
    const emptied: Row = Object.fromEntries(
      others.filter(([member]) => types.has(member)).map(([member]) => [member, null]),
    )
    return {
      ...emptied,
      ...plain.toRow(fitting),
      ...(Object.keys(merged).length > 0 || rest !== undefined ? { [REST]: merged } : {}),
    }
  }
  return {
    ...plain,
    keepsRest,
    toChanges,
    toRow: (account) => toChanges(account, undefined),
    restOf: (row) => row[REST] ?? {},
    fromRow(row) {
      const rest = keepsRest ? row[REST] : undefined
      const members = Object.entries(plain.fromRow(row)).filter(
        ([member, value]) => value !== null && !(keepsRest && member === REST),
      )
      return { ...Object.fromEntries(members), ...(isObject(rest) ? rest : {}) }
    },
  }
}

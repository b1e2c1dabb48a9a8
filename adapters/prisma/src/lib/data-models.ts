import {
  isObject,
  isRecordMember,
  recordId,
  recordKey,
  recordMember,
} from '@latchstring/adapter-kit'
import {
  recordTables,
  type RecordField,
  type RecordTable,
  type RecordValue,
  type RecordValues,
  type StoredRecord,
} from '@latchstring/core/adapters'
import type { PrismaModels, Row } from './client.ts'
import { type RecordModel, recordModel } from './records.ts'
import type { DataPlaces, Store } from './store.ts'

/** The field that is compared before a row is changed. */
export const VERSION = 'version'

/** Types of fields that hold every value of a kind. */
const TYPES: Readonly<Record<RecordField['kind'], string>> = {
  id: 'String',
  text: 'String',
  int: 'BigInt',
  bool: 'Boolean',
  time: 'DateTime',
  json: 'Json',
}

/** Finds the models of a client that are named like tables that are data, and have the field `version`. */
export function findDataModels(client: PrismaModels): DataPlaces {
  const found = Object.keys(client)
    .filter(isRecordMember)
    .flatMap((name): readonly (readonly [string, RecordModel])[] => {
      const model: unknown = Reflect.get(client, name)
      const fields = isObject(model) ? model['fields'] : undefined
      return isObject(fields) ? [[name, recordModel(name, fields)]] : []
    })
    .filter(([, { typeOf }]) => typeOf(VERSION) === TYPES.int)
  return { models: new Map(found), owners: new Map() }
}

/** Whether a model has every field of a table, in a type that holds every value. */
function fits(model: RecordModel, { fields, owner }: RecordTable, user: RecordModel): boolean {
  return Object.entries(fields).every(([field, { kind }]) => {
    const type = field === owner ? user.typeOf('id') : TYPES[kind]
    return type !== undefined && model.typeOf(field) === type
  })
}

/** The model of a table; `undefined` where the client has none that fits. */
export function findPlace(
  { places, records }: Pick<Store, 'places' | 'records'>,
  table: RecordTable,
): RecordModel | undefined {
  const model = places.models.get(recordMember(table))
  if (model === undefined || !fits(model, table, records.user)) return undefined
  places.owners.set(model.name, table.owner)
  return model
}

/** The tables of the library, which are known before anything asks for them. */
export const KNOWN: readonly RecordTable[] = recordTables

/** The rows of a user in each model that was asked for. A model of the application may only be named like one. */
export function ownedBy(
  store: Store,
  id: string,
): readonly { readonly model: RecordModel; readonly where: Row }[] {
  for (const table of KNOWN) findPlace(store, table)
  return [...store.places.owners].flatMap(([name, owner]) => {
    const model = store.places.models.get(name)
    const value = model && owner !== undefined ? toOwner(model, owner, id) : undefined
    if (!model || owner === undefined || value === undefined) return []
    return [{ model, where: { [owner]: value } }]
  })
}

/** An id of a user as its field has it; `undefined` for another spelling of a number, which is no id. */
function toOwner(model: RecordModel, owner: string, id: string): unknown {
  const value = model.idOf(owner, id)
  return recordId(value) === id ? value : undefined
}

function encode(model: RecordModel, table: RecordTable, field: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (field === table.owner) return toOwner(model, field, recordId(value))
  const kind = field === VERSION ? 'int' : table.fields[field]?.kind
  if (kind === 'int') return BigInt(Number(value))
  return kind === 'time' ? new Date(Number(value)) : value
}

function decode({ fields, owner }: RecordTable, field: string, value: unknown): RecordValue {
  if (value instanceof Date) return value.getTime()
  if (field === owner) return recordId(value)
  if (fields[field]?.kind === 'int') return Number(value)
  // The types of the fields were compared with the kinds.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return value as RecordValue
}

/** Fields of a table as the model has them; `undefined` if the owner is of no user. */
export function toData(
  model: RecordModel,
  table: RecordTable,
  values: RecordValues,
): Row | undefined {
  const { owner } = table
  const data: Row = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, encode(model, table, field, value)]),
  )
  const isOfNone = owner !== undefined && Object.hasOwn(data, owner) && data[owner] === undefined
  return isOfNone ? undefined : data
}

/** The key of a row as the model has it; `undefined` if no row has it. */
export const toKey = (
  model: RecordModel,
  table: RecordTable,
  values: RecordValues,
): Row | undefined => toData(model, table, recordKey(table, values))

/** A row of a table, without further fields of the model. */
export function toRecord(table: RecordTable, row: Row): StoredRecord {
  const values = Object.keys(table.fields).map((field): [string, RecordValue] => [
    field,
    decode(table, field, row[field] ?? null),
  ])
  return { values: Object.fromEntries(values), version: Number(row[VERSION]) }
}

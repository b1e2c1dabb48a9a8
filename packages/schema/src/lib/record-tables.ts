import {
  devices,
  type RecordField,
  type RecordTable,
  recordTables,
  storedLength,
} from '@latchstring/core/adapters'
import type { Column, FieldKind, RecordTableKey, SchemaOptions, Table } from './schema.ts'

const KINDS: Readonly<Record<RecordField['kind'], FieldKind>> = {
  id: 'text',
  text: 'text',
  int: 'integer',
  bool: 'boolean',
  time: 'timestamp',
  json: 'json',
}

/** Characters of values, or the number that they reach. */
const SIZES: Readonly<Record<Exclude<RecordField['kind'], 'text'>, number>> = {
  id: 128,
  int: Number.MAX_SAFE_INTEGER,
  bool: 0,
  time: 0,
  json: 16_000,
}

/**
 * The tables that are data which options describe: those of `records`, and that of devices with `sessionControl`.
 *
 * @param options - what decides how the tables look
 *
 * @example
 * ```ts
 * import { recordTablesOf } from '@latchstring/schema'
 *
 * recordTablesOf({ sessionControl: true }).length // 1
 * ```
 */
export function recordTablesOf({
  sessionControl = false,
  records,
}: Pick<SchemaOptions, 'sessionControl' | 'records'>): readonly RecordTable[] {
  const listed = records === true ? recordTables : records || []
  const isNamed = listed.some(({ name }) => name === devices.name)
  return sessionControl && !isNamed ? [...listed, devices] : listed
}

/** The column that is compared before a row is changed. */
export const VERSION: RecordField = { kind: 'int' }

const isRecordKey = (name: string): name is RecordTableKey => name.startsWith('auth_')

/** How the columns and the table are called. */
export interface RecordNaming {
  readonly column: (field: string) => string
  readonly table: string | undefined
}

/**
 * The table of a database for a table that is data.
 *
 * @throws TypeError when it has another name than such tables have
 */
export function describeRecordTable(
  { name: ownName, fields, key, owner, lookups = [], expires }: RecordTable,
  { column: toName, table }: RecordNaming,
): Table {
  if (!isRecordKey(ownName)) throw new TypeError(`records: "${ownName}" does not begin with auth_.`)
  const name = table ?? ownName
  const columns = Object.entries<RecordField>({ ...fields, version: VERSION }).map(
    ([member, field]): Column => {
      const { kind, nullable } = field
      const most = kind === 'text' ? storedLength(field) : SIZES[kind]
      return {
        member,
        name: toName(member),
        kind: KINDS[kind],
        required: nullable !== true,
        key: kind === 'id',
        userId: member === owner,
        values: { of: `values of ${member}`, least: most, most, words: kind === 'text' },
        counted: false,
        rowId: false,
        named: false,
      }
    },
  )
  const found = [...(owner === undefined || key[0] === owner ? [] : [owner]), ...lookups]
  const indexed = [...found, ...(expires === undefined ? [] : [expires])].map(toName)
  return {
    key: ownName,
    name,
    named: table !== undefined,
    columns,
    primaryKey: key.map(toName),
    ...(owner === undefined ? {} : { owner: toName(owner) }),
    indexes: indexed.map((column) => ({
      name: `${name}_${column}_idx`,
      column,
      unique: false,
      ignoresCase: false,
    })),
  }
}

/** `auth_passkeys_names` as `authPasskeysNames`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

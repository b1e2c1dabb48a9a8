import { isObject, type RecordTypes } from '@latchstring/adapter-kit'
import type { AdapterAccount } from '@latchstring/core/adapters'
import { type Column, type Table, type TableKey, findColumn, findTable } from '@latchstring/schema'
import { type AliasedExpression, sql } from 'kysely'
import { type Codec, selectCodec } from './codecs.ts'
import type { Layout } from './layout.ts'

/** A row in the format of Kysely. */
export type Row = Record<string, unknown>

/** A column of a look-up. A value that no row can have is NULL, which equals nothing. */
export interface KeyPart {
  readonly column: string
  /** The value that is compared with the index. */
  readonly value: unknown
  /** The text that is compared byte for byte; missing for other types. */
  readonly text?: unknown
}

/** Conversions between one kind of record and its rows. */
export interface RecordCodec<T> {
  /** The name of the table. */
  readonly table: string
  /** Converts members to columns; throws if one has no column or another type. */
  toRow(record: Partial<T>): Row
  /** The same for a new row, with a new id if the table has a separate row id. */
  toNewRow(record: Partial<T>): Row
  /** Converts a row, whose columns are named `prefix` + column, to a record. */
  fromRow(row: Row, prefix?: string): T
  /** Converts a value to that of the column of a member. */
  encode(member: string, value: unknown): unknown
  /** Converts members to the columns of a look-up. */
  toKey(members: Partial<T>): readonly KeyPart[]
  /** The column of generated ids of users; generated ids of other tables are not used. */
  readonly counted: string | undefined
  /** The name of a member's column. */
  columnName(member: string): string
  /** Every column of the table called `alias`, each as `prefix` + column; but those of members in `without`. */
  selection(
    alias: string,
    prefix?: string,
    without?: readonly string[],
  ): AliasedExpression<unknown, string>[]
  /** Whether each column is read as it is stored, so that a query may ask for all without their names. */
  readonly plain: boolean
  /** Members whose column tables of another tool may lack. */
  readonly dispensable: readonly string[]
}

/** The record kinds of one store. */
export interface Records {
  readonly users: RecordCodec<RecordTypes['user']>
  readonly accounts: RecordCodec<RecordTypes['account']>
  readonly sessions: RecordCodec<RecordTypes['session']>
  readonly verificationTokens: RecordCodec<RecordTypes['token']>
  readonly authenticators: RecordCodec<RecordTypes['authenticator']>
  /** Where the option `sessionControl` is set. */
  readonly control: ControlRecords | undefined
}

/** An entry of the feed of endings with its number. */
export type NumberedRevocation = RecordTypes['revocation'] & { readonly seq: number }

/** The row of a budget. */
export interface Budget {
  readonly key: string
  readonly tat: number
}

/** The record kinds for ending sessions and counting. */
export interface ControlRecords {
  readonly revocations: RecordCodec<NumberedRevocation>
  readonly budgets: RecordCodec<Budget>
}

interface Field {
  readonly column: Column
  readonly codec: Codec
}

interface Naming {
  /** Name of the record in errors. */
  readonly name: string
  /** Fix for a member without a column, in errors. */
  readonly hint: string
}

const FIXED = 'Records of this kind have a fixed set of members; leave it out.'

const NAMING: Readonly<Record<TableKey, Naming>> = {
  users: {
    name: 'The user',
    hint: 'Name it in the option userFields, or leave it out of what the profile function returns.',
  },
  accounts: { name: 'The account', hint: '' },
  sessions: { name: 'The session', hint: FIXED },
  verificationTokens: { name: 'The verification token', hint: FIXED },
  authenticators: { name: 'The authenticator', hint: FIXED },
  revocations: { name: 'The ending', hint: FIXED },
  budgets: { name: 'The budget', hint: FIXED },
}

const nameOf = (key: Table['key']): Naming => {
  const known: Readonly<Partial<Record<Table['key'], Naming>>> = NAMING
  return known[key] ?? { name: `The row of ${key}`, hint: FIXED }
}

function describeFields(
  { dialect, schema }: Layout,
  key: Table['key'],
): ReadonlyMap<string, Field> {
  const columns = findTable(schema, key).columns.filter(({ rowId }) => !rowId)
  return new Map(
    columns.map((column) => [
      column.member,
      { column, codec: selectCodec(dialect, schema.ids, column) },
    ]),
  )
}

function encode({ name, hint }: Naming, fields: ReadonlyMap<string, Field>) {
  return (member: string, value: unknown): readonly [string, unknown] => {
    const field = fields.get(member)
    if (field === undefined) {
      throw new TypeError(`${name} has the member "${member}", which has no column. ${hint}`)
    }
    const { column, codec } = field
    if (value === null) return [column.name, null]
    const stored = codec.encode(value)
    if (stored !== undefined) return [column.name, stored]
    if (codec.isTooLong?.(value)) {
      const error = new RangeError(`${name}: "${member}" must be ${codec.expected}; it is longer.`)
      throw Object.assign(error, { code: 'VALUE_TOO_LONG' })
    }
    throw new TypeError(`${name}: "${member}" must be ${codec.expected}, not a ${typeof value}.`)
  }
}

const given = (record: object): [string, unknown][] =>
  Object.entries(record).filter(([, value]) => value !== undefined)

/** Generates a row id, by which no row is looked up. */
const newRowId = ({ columns }: Table): Row =>
  Object.fromEntries(
    columns.filter(({ rowId }) => rowId).map(({ name }) => [name, crypto.randomUUID()]),
  )

function createRecordCodec<T extends object>(layout: Layout, key: Table['key']): RecordCodec<T> {
  const table = findTable(layout.schema, key)
  const fields = describeFields(layout, key)
  const toColumn = encode(nameOf(key), fields)
  const toRow = (record: Partial<T>): Row =>
    Object.fromEntries(given(record).map(([member, value]) => toColumn(member, value)))
  return {
    table: table.name,
    counted: key === 'users' ? findColumn(table, 'id').name : undefined,
    columnName: (member) => findColumn(table, member).name,
    toRow,
    encode: (member, value) => toColumn(member, value)[1],
    toNewRow: (record) => ({ ...toRow(record), ...newRowId(table) }),
    toKey: (members) =>
      given(members).map(([member, wanted]) => {
        const codec = fields.get(member)?.codec
        const column = findColumn(table, member).name
        const value = codec?.encode(wanted) ?? null
        return codec?.exact === undefined
          ? { column, value }
          : { column, value, text: codec.exact(wanted) ?? null }
      }),
    fromRow(row, prefix = '') {
      const members = Array.from(fields, ([member, { column, codec }]) => {
        const stored = row[prefix + column.name] ?? null
        return [member, stored === null ? null : codec.decode(stored)]
      })
      // The columns name every member of T, and each was written through the codec that read it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return Object.fromEntries(members) as T
    },
    plain: [...fields.values()].every(({ codec }) => codec.read === undefined),
    dispensable: [],
    selection: (alias, prefix = '', without = []) =>
      [...fields.values()]
        .filter(({ column }) => !without.includes(column.member))
        .map(({ column, codec }) => {
          const stored = sql.ref(`${alias}.${column.name}`)
          return (codec.read?.(stored) ?? stored).as(prefix + column.name)
        }),
  }
}

/** The column of accounts for members without their own column, as JSON. */
const ADDITIONAL = 'additional'

/** The codec of accounts. Members of a token response without a suitable column are stored as JSON. */
function createAccountCodec(layout: Layout): RecordCodec<AdapterAccount> {
  const known = createRecordCodec<Row>(layout, 'accounts')
  const fields = describeFields(layout, 'accounts')
  const fits = (member: string, value: unknown): boolean => {
    const field = member === ADDITIONAL ? undefined : fields.get(member)
    // Required members have to fit their columns.
    return field !== undefined && (field.column.key || field.codec.encode(value) !== undefined)
  }
  const apart = (account: Partial<AdapterAccount>): Row => {
    const members = given(account)
    const rest = members.filter(([member, value]) => !fits(member, value))
    const fitting = members.filter(([member, value]) => fits(member, value))
    return {
      ...Object.fromEntries(fitting),
      // Omitted if it is empty, because tables of another tool may lack the column.
      ...(rest.length === 0 ? {} : { [ADDITIONAL]: Object.fromEntries(rest) }),
    }
  }
  return {
    ...known,
    dispensable: [ADDITIONAL],
    toRow: (account) => known.toRow(apart(account)),
    toNewRow: (account) => known.toNewRow(apart(account)),
    fromRow(row, prefix = '') {
      const { [ADDITIONAL]: rest, ...members } = known.fromRow(row, prefix)
      const present = Object.entries(members).filter(([, value]) => value !== null)
      // The key and the owner are NOT NULL, so the members an account must have are all present.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return { ...Object.fromEntries(present), ...(isObject(rest) ? rest : {}) } as AdapterAccount
    },
  }
}

/** The rows of a table that is data. */
export const createRowCodec = (layout: Layout, key: Table['key']): RecordCodec<Row> =>
  createRecordCodec(layout, key)

/** The record kinds of a store with the tables of `layout`. */
export const createRecords = (layout: Layout): Records => ({
  users: createRecordCodec(layout, 'users'),
  accounts: createAccountCodec(layout),
  sessions: createRecordCodec(layout, 'sessions'),
  verificationTokens: createRecordCodec(layout, 'verificationTokens'),
  authenticators: createRecordCodec(layout, 'authenticators'),
  control: layout.schema.tables.some(({ key }) => key === 'revocations')
    ? {
        revocations: createRecordCodec(layout, 'revocations'),
        budgets: createRecordCodec(layout, 'budgets'),
      }
    : undefined,
})

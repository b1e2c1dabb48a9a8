import { isObject, type RecordTypes } from '@latchstring/adapter-kit'
import type { AdapterAccount } from '@latchstring/core/adapters'
import { type Column, type Table, type TableKey, findColumn, findTable } from '@latchstring/schema'
import { type AliasedExpression, sql } from 'kysely'
import { type Codec, selectCodec } from './codecs.ts'
import type { Layout } from './layout.ts'

/** A row as Kysely takes and gives it. */
export type Row = Record<string, unknown>

/** A column that rows are looked up by. What no row can have is NULL, which equals nothing. */
export interface KeyPart {
  readonly column: string
  /** As the index of the column finds it. */
  readonly value: unknown
  /** The text it has to be, byte for byte; not there for what is not a string. */
  readonly text?: unknown
}

/** One kind of record on its way to a row and back. */
export interface RecordCodec<T> {
  /** The name of the table. */
  readonly table: string
  /** The members given as columns; throws when one has no column or another type than its column. */
  toRow(record: Partial<T>): Row
  /** The same for a row that is new: with an id of its own, where the table has one that stands for nothing else. */
  toNewRow(record: Partial<T>): Row
  /** A record from a row whose columns are named `prefix` + column. */
  fromRow(row: Row, prefix?: string): T
  /** A value as the column of a member has it. */
  encode(member: string, value: unknown): unknown
  /** The members given as columns to look up by. */
  toKey(members: Partial<T>): readonly KeyPart[]
  /** The column that the database may count ids of users in; other tables may count what nobody asks for. */
  readonly counted: string | undefined
  /** The name of a member's column. */
  columnName(member: string): string
  /** Every column of the table called `alias`, each as `prefix` + column; but those of members in `without`. */
  selection(
    alias: string,
    prefix?: string,
    without?: readonly string[],
  ): AliasedExpression<unknown, string>[]
  /** Members that tables of another origin may have no column for. */
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

/** The record kinds for ending sessions, listing devices and counting. */
export interface ControlRecords {
  readonly revocations: RecordCodec<NumberedRevocation>
  readonly devices: RecordCodec<RecordTypes['device']>
  readonly budgets: RecordCodec<Budget>
}

interface Field {
  readonly column: Column
  readonly codec: Codec
}

interface Naming {
  /** What the record is called in errors. */
  readonly name: string
  /** What to do about a member without a column. */
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
  sessionDevices: { name: 'The device', hint: FIXED },
  budgets: { name: 'The budget', hint: FIXED },
}

function describeFields({ dialect, schema }: Layout, key: TableKey): ReadonlyMap<string, Field> {
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
    throw new TypeError(`${name}: "${member}" must be ${codec.expected}, not a ${typeof value}.`)
  }
}

const given = (record: object): [string, unknown][] =>
  Object.entries(record).filter(([, value]) => value !== undefined)

/** Nothing finds a row by it, so nobody has to know it. */
const newRowId = ({ columns }: Table): Row =>
  Object.fromEntries(
    columns.filter(({ rowId }) => rowId).map(({ name }) => [name, crypto.randomUUID()]),
  )

function createRecordCodec<T extends object>(layout: Layout, key: TableKey): RecordCodec<T> {
  const table = findTable(layout.schema, key)
  const fields = describeFields(layout, key)
  const toColumn = encode(NAMING[key], fields)
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
    dispensable: [],
    selection: (alias, prefix = '', without = []) =>
      [...fields.values()]
        .filter(({ column }) => !without.includes(column.member))
        .map(({ column, codec }) => {
          const stored = sql.ref(`${alias}.${column.name}`)
          const read = codec.asText === true ? sql`cast(${stored} as char)` : stored
          return read.as(prefix + column.name)
        }),
  }
}

/** The member that holds, as JSON, the members of an account without a fitting column of their own. */
const REST = 'additional'

/** Token responses carry members nobody knows in advance: what has no fitting column is kept as JSON. */
function createAccountCodec(layout: Layout): RecordCodec<AdapterAccount> {
  const known = createRecordCodec<Row>(layout, 'accounts')
  const fields = describeFields(layout, 'accounts')
  const fits = (member: string, value: unknown): boolean => {
    const field = member === REST ? undefined : fields.get(member)
    // What the row cannot do without has to fit.
    return field !== undefined && (field.column.key || field.codec.encode(value) !== undefined)
  }
  const apart = (account: Partial<AdapterAccount>): Row => {
    const members = given(account)
    const rest = members.filter(([member, value]) => !fits(member, value))
    const fitting = members.filter(([member, value]) => fits(member, value))
    return {
      ...Object.fromEntries(fitting),
      // Left out where it is empty, as tables of another origin do without the column.
      ...(rest.length === 0 ? {} : { [REST]: Object.fromEntries(rest) }),
    }
  }
  return {
    ...known,
    dispensable: [REST],
    toRow: (account) => known.toRow(apart(account)),
    toNewRow: (account) => known.toNewRow(apart(account)),
    fromRow(row, prefix = '') {
      const { [REST]: rest, ...members } = known.fromRow(row, prefix)
      const present = Object.entries(members).filter(([, value]) => value !== null)
      // The key and the owner are NOT NULL, so the members an account must have are all present.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return { ...Object.fromEntries(present), ...(isObject(rest) ? rest : {}) } as AdapterAccount
    },
  }
}

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
        devices: createRecordCodec(layout, 'sessionDevices'),
        budgets: createRecordCodec(layout, 'budgets'),
      }
    : undefined,
})

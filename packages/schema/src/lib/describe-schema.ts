import {
  CONTROL_TABLES,
  type FurtherOptions,
  checkOptions,
  checkTableNames,
} from './check-options.ts'
import {
  INDEXES,
  MEMBERS,
  type Member,
  type Members,
  PRIMARY_KEYS,
  ROW_ID,
  customMember,
} from './members.ts'
import { COLUMN_NAME, TABLE_NAMES, assertIdentifier } from './names.ts'
import { describeRecordTable, recordTablesOf } from './record-tables.ts'
import type {
  Column,
  ColumnNames,
  Index,
  NamesPreset,
  NoUserFields,
  Schema,
  SchemaOptions,
  Table,
  TableKey,
  UserFields,
} from './schema.ts'

/** Where names of columns come from. */
interface Naming {
  readonly preset: NamesPreset
  readonly columns: ColumnNames
}

function givenName({ columns }: Naming, table: TableKey, member: string): string | undefined {
  const names: Readonly<Record<string, string | undefined>> = columns[table] ?? {}
  return Object.hasOwn(names, member) ? names[member] : undefined
}

function columnName(naming: Naming, table: TableKey, member: string): string {
  const name = givenName(naming, table, member) ?? COLUMN_NAME[naming.preset](member)
  assertIdentifier(name, `columns.${table}.${member}`)
  return name
}

function describeColumns(table: TableKey, naming: Naming, custom: Members): readonly Column[] {
  const members = Object.entries<Member>({ ...MEMBERS[table], ...custom })
  // What MySQL and MariaDB find an address by, whatever its case, is a column of its own.
  const lowered = `${columnName(naming, table, 'email')}_lower`.toLowerCase()
  const taken = new Map<string, string>(table === 'users' ? [[lowered, 'email']] : [])
  return members.map(([member, { kind, values, ...facts }]) => {
    const name = columnName(naming, table, member)
    const other = taken.get(name.toLowerCase())
    if (other !== undefined) {
      throw new TypeError(`${table}.${member}: the column "${name}" is taken by "${other}".`)
    }
    taken.set(name.toLowerCase(), member)
    const { required = false, key: isKey = false, userId = false } = facts
    const { counted = false, rowId = false } = facts
    const named = givenName(naming, table, member) !== undefined
    return {
      member,
      name,
      kind,
      required,
      key: isKey,
      userId,
      values,
      counted,
      rowId,
      named,
    }
  })
}

const customMembers = (userFields: UserFields): Members =>
  Object.fromEntries(
    Object.entries(userFields).map(([member, kind]) => [member, customMember(member, kind)]),
  )

/** What a table is called, and where that comes from. */
interface TableName {
  readonly key: TableKey
  readonly name: string
  readonly named: boolean
}

function describeTable(
  { key: table, name, named: isNamed }: TableName,
  naming: Naming,
  custom: Members,
): Table {
  const columns = describeColumns(table, naming, custom)
  const named = (member: string): string => columnName(naming, table, member)
  const plain = INDEXES[table].map((member): Index => {
    const column = named(member)
    return { name: `${name}_${column}_idx`, column, unique: false, ignoresCase: false }
  })
  const email = named('email')
  const unique: readonly Index[] =
    table === 'users'
      ? [{ name: `${name}_${email}_key`, column: email, unique: true, ignoresCase: true }]
      : []
  return {
    key: table,
    name,
    named: isNamed,
    columns,
    primaryKey: PRIMARY_KEYS[table].map(named),
    ...(columns.some(({ userId }) => userId) && table !== 'users'
      ? { owner: named('userId') }
      : {}),
    indexes: [...unique, ...plain],
  }
}

/**
 * Describes the tables.
 *
 * @param options - names, ids and custom members
 * @param further - what else may be in that object, when other code reads it, too
 * @throws TypeError when a name cannot be used, or an option is not known; it says what may have been meant
 *
 * @example
 * ```ts
 * import { describeSchema } from '@latchstring/schema'
 *
 * const schema = describeSchema({ tables: { users: 'people' }, userFields: { role: 'text' } })
 * ```
 */
export function describeSchema<const Fields extends UserFields = NoUserFields>(
  options: SchemaOptions<Fields> = {},
  further: FurtherOptions = {},
): Schema {
  checkOptions(options, further)
  const { names = 'latchstring', columns = {}, ids = 'text', userFields = {} } = options
  const withIds: readonly TableKey[] = options.rowIds ?? []
  const naming = { preset: names, columns }
  const custom = customMembers(userFields)
  const given: Readonly<Partial<Record<Table['key'], string>>> = options.tables ?? {}
  const tableName = (key: TableKey): string => given[key] ?? TABLE_NAMES[names][key]
  const describe = (key: TableKey): Table =>
    describeTable({ key, name: tableName(key), named: given[key] !== undefined }, naming, {
      ...(key === 'users' ? custom : {}),
      ...(withIds.includes(key) ? ROW_ID : {}),
    })
  const tables = [
    describe('users'),
    describe('accounts'),
    describe('sessions'),
    describe('verificationTokens'),
    describe('authenticators'),
    ...(options.sessionControl === true ? CONTROL_TABLES.map(describe) : []),
    ...recordTablesOf(options).map((table) =>
      describeRecordTable(table, {
        column: COLUMN_NAME[names],
        table: Object.entries(given).find(([key]) => key === table.name)?.[1],
      }),
    ),
  ]
  checkTableNames({
    ...given,
    ...Object.fromEntries(tables.map(({ key, name }) => [key, name])),
  })
  return { names, ids, tables }
}

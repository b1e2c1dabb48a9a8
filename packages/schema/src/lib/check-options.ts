import { checkRecordTable, devices } from '@latchstring/core/adapters'
import { MEMBERS } from './members.ts'
import { assertIdentifier } from './names.ts'
import { recordTablesOf } from './record-tables.ts'
import type { ControlTableKey, FieldKind, IdType, NamesPreset, TableKey } from './schema.ts'
import { suggest } from './suggest.ts'

const PRESETS: readonly NamesPreset[] = ['latchstring', 'next-auth']
const IDS: readonly IdType[] = ['text', 'uuid', 'integer']
const KINDS: readonly FieldKind[] = ['text', 'integer', 'boolean', 'timestamp', 'json']
const TABLES: readonly TableKey[] = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
]
const OPTIONS = [
  'names',
  'tables',
  'columns',
  'ids',
  'userFields',
  'rowIds',
  'sessionControl',
  'records',
] as const

/** The tables that are there with the option `sessionControl` only. */
export const CONTROL_TABLES: readonly ControlTableKey[] = ['revocations', 'budgets']

/** What else may be in an object of options, because other code reads it, too. */
export interface FurtherOptions {
  /** Names of options. */
  readonly options?: readonly string[]
  /** Keys of tables. */
  readonly tables?: readonly string[]
}

function assertKnown(where: string, value: unknown, known: readonly string[]): void {
  if (typeof value === 'string' && known.includes(value)) return
  const written = typeof value === 'string' ? value : ''
  throw new TypeError(`${where}: ${JSON.stringify(value)} is not known.${suggest(written, known)}`)
}

/** The members of an object that have a value, after a look at their names. */
function readMembers(
  where: string,
  value: unknown,
  known?: readonly string[],
): [string, unknown][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${where} has to be an object.`)
  }
  const members: [string, unknown][] = Object.entries(value)
  if (known !== undefined) for (const [name] of members) assertKnown(where, name, known)
  return members.filter(([, member]) => member !== undefined)
}

function assertName(where: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${where} has to be a string.`)
  assertIdentifier(value, where)
  return value
}

function checkUserFields(value: unknown): readonly string[] {
  const fields = readMembers('userFields', value)
  for (const [member, kind] of fields) {
    assertIdentifier(member, 'userFields')
    if (member.startsWith('_')) {
      throw new TypeError(`userFields: ${JSON.stringify(member)} must begin with a letter.`)
    }
    if (Object.hasOwn(MEMBERS.users, member)) {
      throw new TypeError(`userFields.${member}: every user has a member of this name already.`)
    }
    assertKnown(`userFields.${member}`, kind, KINDS)
  }
  return fields.map(([member]) => member)
}

function checkColumns(
  value: unknown,
  custom: readonly string[],
  present: readonly TableKey[],
): void {
  for (const [table, names] of readMembers('columns', value, present)) {
    const key = present.find((one) => one === table) ?? 'users'
    const known = [...Object.keys(MEMBERS[key]), ...(key === 'users' ? custom : [])]
    for (const [member, name] of readMembers(`columns.${table}`, names, known)) {
      assertName(`columns.${table}.${member}`, name)
    }
  }
}

function checkRowIds(value: unknown): void {
  if (value === undefined) return
  if (!Array.isArray(value)) throw new TypeError('rowIds has to be a list of tables.')
  const known = TABLES.filter((table) => table !== 'users')
  for (const table of value) assertKnown('rowIds', table, known)
}

function readSwitch(option: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  throw new TypeError(`${option} has to be true or false.`)
}

/** @returns the names of the tables */
function checkRecords(value: unknown): readonly string[] {
  if (value === undefined || typeof value === 'boolean') {
    return recordTablesOf({ records: value === true }).map(({ name }) => name)
  }
  if (!Array.isArray(value)) throw new TypeError('records has to be true, or a list of tables.')
  const names = value.map((table: unknown) => checkRecordTable(table).name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new TypeError(`records: the table ${twice} is there twice.`)
  return names
}

/** What is said of tables that there are not would be overlooked. */
function refuseControlTables(options: ReadonlyMap<string, unknown>): void {
  for (const option of ['tables', 'columns']) {
    for (const [table] of readMembers(option, options.get(option))) {
      if (!CONTROL_TABLES.some((one) => one === table)) continue
      throw new TypeError(`${option}.${table}: this table exists with sessionControl: true only.`)
    }
  }
}

/**
 * Looks through options as they are at run time: nothing is taken for something else, and nothing is overlooked.
 *
 * @throws TypeError that names what is wrong, and what may have been meant
 */
export function checkOptions(value: unknown, further: FurtherOptions): void {
  const known = [...OPTIONS, ...(further.options ?? [])]
  const options = new Map(readMembers('options', value, known))
  const optional = (name: string, choices: readonly string[]): void => {
    if (options.has(name)) assertKnown(name, options.get(name), choices)
  }
  optional('names', PRESETS)
  optional('ids', IDS)
  const control = readSwitch('sessionControl', options.get('sessionControl'))
  const records = checkRecords(options.get('records'))
  const present = control ? [...TABLES, ...CONTROL_TABLES] : TABLES
  if (!control) refuseControlTables(options)
  const tables = [
    ...present,
    ...records,
    ...(control ? [devices.name] : []),
    ...(further.tables ?? []),
  ]
  for (const [table, name] of readMembers('tables', options.get('tables'), tables)) {
    assertName(`tables.${table}`, name)
  }
  checkRowIds(options.get('rowIds'))
  checkColumns(options.get('columns'), checkUserFields(options.get('userFields')), present)
}

/** Two tables of one name would be one; upper and lower case are the same to some databases. */
export function checkTableNames(tables: Readonly<Record<string, string | undefined>>): void {
  const taken = new Map<string, string>()
  for (const [table, name = ''] of Object.entries(tables)) {
    const other = taken.get(name.toLowerCase())
    if (other !== undefined) {
      throw new TypeError(`tables.${table}: the table "${name}" is taken by "${other}".`)
    }
    taken.set(name.toLowerCase(), table)
  }
}

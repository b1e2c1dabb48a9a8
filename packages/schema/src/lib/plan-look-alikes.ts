import type { PresentColumn, PresentTable } from './present.ts'
import { MEMBERS } from './members.ts'
import { COLUMN_NAME, TABLE_NAMES, isDescribed, usualNames } from './names.ts'
import { toIdType } from './plan-type-families.ts'
import { type PlanContext, type Refusal, isSame } from './plan-types.ts'
import type { Column, NamesPreset, Table, TableKey } from './schema.ts'

const PRESETS = ['latchstring', 'next-auth'] as const

/** Names that differ only in case and separators of words count as the same. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** Columns that identify a table of this kind. */
const MARKS: Readonly<Record<TableKey, readonly string[]>> = {
  users: ['id', 'email', 'emailVerified'],
  accounts: ['userId', 'provider', 'providerAccountId'],
  sessions: ['sessionToken', 'userId', 'expires'],
  verificationTokens: ['identifier', 'token', 'expires'],
  authenticators: ['credentialID', 'userId', 'credentialPublicKey'],
  revocations: ['seq', 'kind', 'key', 'generation'],
  budgets: ['key', 'tat'],
}

/** A table, and what it is or seems to be. */
interface Seeming {
  readonly key: TableKey
  readonly there: PresentTable
}

const hasMarks = ({ columns }: PresentTable, key: TableKey): boolean =>
  MARKS[key].every((member) => columns.some(({ name }) => plain(name) === plain(member)))

/** The table that seems to be the one that is wanted under another name. */
function otherTable({ present, schema }: PlanContext, table: Table): PresentTable | undefined {
  const { key } = table
  const isThere = present.tables.some(({ name }) => name === table.name)
  if (table.named || isThere || !isDescribed(key)) return undefined
  const wanted = new Set(schema.tables.map(({ name }) => name))
  return present.tables.find(
    (there) =>
      usualNames(key).includes(there.name) && !wanted.has(there.name) && hasMarks(there, key),
  )
}

/** The column that seems to hold what a column that is missing, or never filled, is wanted for. */
function otherColumn(
  { dialect }: PlanContext,
  table: Table,
  there: PresentTable,
  column: Column,
): PresentColumn | undefined {
  if (column.named) return undefined
  const missing = !there.columns.some(({ name }) => isSame(dialect, name, column.name))
  return there.columns.find(
    ({ name, nullable, filled }) =>
      (missing || (!nullable && !filled)) &&
      [plain(column.name), plain(column.member)].includes(plain(name)) &&
      !table.columns.some((wanted) => isSame(dialect, wanted.name, name)),
  )
}

/** The preset whose names of columns most of the tables have. */
function guessPreset({ schema }: PlanContext, seen: readonly Seeming[]): NamesPreset {
  const count = (preset: NamesPreset): number =>
    seen
      .flatMap(({ key, there }) => Object.keys(MEMBERS[key]).map((member) => ({ member, there })))
      .filter(({ member, there }) =>
        there.columns.some(({ name }) => name === COLUMN_NAME[preset](member)),
      ).length
  const [best = schema.names] = PRESETS.toSorted((one, other) => count(other) - count(one))
  return count(best) > count(schema.names) ? best : schema.names
}

/** The options that describe the tables as they seem to be. */
function optionsFor(context: PlanContext, seen: readonly Seeming[]): string {
  const { dialect, schema } = context
  const preset = guessPreset(context, seen)
  const tables = seen
    .filter(({ key, there }) => there.name !== TABLE_NAMES[preset][key])
    .map(({ key, there }) => `${key}=${there.name}`)
  const id = seen
    .find(({ key }) => key === 'users')
    ?.there.columns.find(({ name }) => name.toLowerCase() === 'id')
  const ids = id === undefined ? undefined : toIdType(dialect, id.type)
  return [
    ...(preset === schema.names ? [] : [`--names ${preset}`]),
    ...(tables.length === 0 ? [] : [`--tables ${tables.join(',')}`]),
    ...(ids === undefined || ids === schema.ids ? [] : [`--ids ${ids}`]),
  ].join(' ')
}

/** Whether a name of a column is the one that the suggested names give it. */
function isExplained(preset: NamesPreset, { member }: Column, there: PresentColumn): boolean {
  return COLUMN_NAME[preset](member) === there.name
}

function refuseTable(table: Table, there: PresentTable, options: string): Refusal {
  return {
    kind: 'description',
    table: table.name,
    name: table.name,
    why: `There is no table "${table.name}", but "${there.name}" looks like the one for ${table.key}.`,
    byHand:
      `Say what your tables are called, here and to the adapter: ${options}. ` +
      `If "${there.name}" is something else, say so with --tables ${table.key}=${table.name}.`,
  }
}

function refuseColumn(
  { dialect }: PlanContext,
  table: Table,
  column: Column,
  { there, options }: { there: PresentColumn; options: string | undefined },
): Refusal {
  const folded =
    dialect === 'postgres' && there.name === column.name.toLowerCase()
      ? ' PostgreSQL takes upper and lower case for different names.'
      : ''
  const named = `{ "columns": { "${table.key}": { "${column.member}": "${there.name}" } } }`
  return {
    kind: 'description',
    table: table.name,
    name: column.name,
    why: `The table has the column "${there.name}", which looks like the one for ${table.key}.${column.member}.${folded}`,
    byHand:
      options === undefined
        ? `Name it: ${named}.`
        : `Say what your tables are called, here and to the adapter: ${options}. Or name it: ${named}.`,
  }
}

/**
 * Looks for tables and columns that hold what is described under other names, such as those of another preset. Adding empty ones next
 * to them would lose all users in them.
 */
export function refuseLookAlikes(context: PlanContext): readonly Refusal[] {
  const { present, schema } = context
  const seen = schema.tables.flatMap((table): readonly Seeming[] => {
    const there =
      present.tables.find(({ name }) => name === table.name) ?? otherTable(context, table)
    const { key } = table
    return there === undefined || !isDescribed(key) ? [] : [{ key, there }]
  })
  const options = optionsFor(context, seen)
  const preset = guessPreset(context, seen)
  return schema.tables.flatMap((table): readonly Refusal[] => {
    const other = otherTable(context, table)
    if (other !== undefined) return [refuseTable(table, other, options)]
    const there = present.tables.find(({ name }) => name === table.name)
    if (there === undefined) return []
    return table.columns.flatMap((column) => {
      const found = otherColumn(context, table, there, column)
      if (found === undefined) return []
      const explained = options !== '' && isExplained(preset, column, found)
      const how = { there: found, options: explained ? options : undefined }
      return [refuseColumn(context, table, column, how)]
    })
  })
}

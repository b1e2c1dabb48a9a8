import type { PresentColumn } from './inspect.ts'
import { fitOf, idTypeOf } from './plan-type-families.ts'
import { EMPTY, type Note, type Pair, type Plan, type Refusal, isSame, join } from './plan-types.ts'
import type { Column, SqlDialect } from './schema.ts'
import { quoteName, typeOf } from './sql.ts'

const planned = (plan: Partial<Plan>): Plan => ({ ...EMPTY, ...plan })

/** The present column of a name. */
export const findColumn = ({ dialect, there }: Pair, name: string): PresentColumn | undefined =>
  there.columns.find((column) => isSame(dialect, column.name, name))

/** A table of MySQL or MariaDB may have another character set than its new columns need. */
const charset = (dialect: SqlDialect, type: string): string =>
  dialect === 'mysql' && type === 'text' ? ' character set utf8mb4' : ''

/** Where rows are there already, a value that is required has to have one in them. */
const DEFAULTS: Readonly<Partial<Record<Column['kind'], string>>> = {
  integer: ' default 0',
  boolean: ' default false',
}

/** MariaDB cannot add a column on the spot to a table with an index over what is computed when it is read. */
const isRebuilt = ({ dialect, there }: Pair): boolean =>
  dialect === 'mysql' &&
  there.columns.some(
    ({ virtual, name }) => virtual && there.indexes.some(({ keys }) => keys.includes(name)),
  )

/** The statement that adds a column. */
export function addColumnSql(pair: Pair, definition: string): string {
  const { dialect, table } = pair
  const algorithm = isRebuilt(pair)
    ? ', algorithm = inplace, lock = shared'
    : ', algorithm = instant'
  return (
    `alter table ${quoteName(dialect, table.name)} add column ${definition}` +
    (dialect === 'mysql' ? algorithm : '')
  )
}

function addColumn(pair: Pair, column: Column): Plan {
  const { dialect, schema, table } = pair
  const type = typeOf(dialect, schema, table, column)
  const filled = column.required && !column.userId ? (DEFAULTS[column.kind] ?? '') : ''
  const definition = `${quoteName(dialect, column.name)} ${type}${charset(dialect, type)}${filled}`
  const online = !isRebuilt(pair)
  const value = filled === '' ? 'null' : filled.slice(' default '.length)
  return planned({
    steps: [
      {
        kind: 'addColumn',
        table: table.name,
        name: column.name,
        sql: addColumnSql(pair, definition),
        online,
        alone: false,
        why:
          `${table.key}.${column.member} has no column. Rows that are there get ${value}` +
          (online ? '.' : ', and the table is written anew: nobody else writes meanwhile.'),
      },
    ],
  })
}

/** Why a column that is missing is not added. */
function refusalToAdd({ dialect, table, there }: Pair, column: Column): Refusal | undefined {
  const about = { table: table.name, name: column.name }
  if (column.userId && table.owner === undefined) {
    return {
      ...about,
      kind: 'key',
      why: 'Rows that are there would have no id.',
      byHand: `Name the column that holds the ids: { "columns": { "${table.key}": { "${column.member}": "…" } } }.`,
    }
  }
  const other = there.columns.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())
  if (dialect !== 'postgres' || other === undefined) return undefined
  return {
    ...about,
    kind: 'name',
    why: `The table has the column "${other.name}", which PostgreSQL takes for another one.`,
    byHand:
      `Name it: { "columns": { "${table.key}": { "${column.member}": "${other.name}" } } }. ` +
      `Or rename it: alter table "${table.name}" rename column "${other.name}" to "${column.name}".`,
  }
}

function refuseType(pair: Pair, column: Column, there: PresentColumn): Plan {
  const { dialect, schema, table } = pair
  // What is said of the ids of users holds for every column that refers to them.
  if (column.userId && table.owner !== undefined) return EMPTY
  const ids = idTypeOf(dialect, there.type)
  const wanted = typeOf(dialect, schema, table, column)
  const about = { kind: 'type', table: table.name, name: column.name } as const
  if (column.userId && ids !== undefined) {
    const byHand = `Say that ids are of that type: --ids ${ids}, or { "ids": "${ids}" }.`
    return planned({
      refused: [{ ...about, why: `Ids are ${there.type}, not ${schema.ids}.`, byHand }],
    })
  }
  const byHand =
    `Add a column ${wanted} of another name, copy the values into it, and name it in "columns". ` +
    'Or rewrite the table at a time when nobody uses it.'
  return planned({
    refused: [
      {
        ...about,
        why: `It is ${there.type}, not ${wanted}. Changing a type rewrites the table and can lose values.`,
        byHand,
      },
    ],
  })
}

function notesOn(column: Column, there: PresentColumn, note: string | undefined): string[] {
  const refuses =
    !there.nullable && !there.filled && !column.required && column.member !== 'email'
      ? ['It is not null: a record without it is refused by the database.']
      : []
  return [...(note === undefined ? [] : [note]), ...refuses]
}

function planColumn(pair: Pair, column: Column): Plan {
  const there = findColumn(pair, column.name)
  if (there === undefined) {
    const refusal = refusalToAdd(pair, column)
    return refusal === undefined ? addColumn(pair, column) : planned({ refused: [refusal] })
  }
  const fit = fitOf(pair.dialect, pair.schema.ids, column, there.type)
  if (!fit.fits) return refuseType(pair, column, there)
  const notes = notesOn(column, there, fit.note).map((text): Note => {
    return { table: pair.table.name, column: there.name, text }
  })
  return planned({ notes })
}

/** Columns of the application's own, which nobody but a client that knows them can fill. */
function noteExtras({ dialect, table, there }: Pair): readonly Note[] {
  return there.columns
    .filter(({ name }) => !table.columns.some((column) => isSame(dialect, column.name, name)))
    .filter(({ nullable, filled }) => !nullable && !filled)
    .map(({ name }) => ({
      table: table.name,
      column: name,
      text:
        'It is not null and has no default: rows can only be written by a client that fills it, ' +
        'as Prisma does with @default.',
    }))
}

function noteOwner(pair: Pair): readonly Note[] {
  const { dialect, table, there } = pair
  const { owner } = table
  if (owner === undefined || findColumn(pair, owner) === undefined) return []
  const known = there.foreignKeys.some(({ columns: [first = ''] }) => isSame(dialect, first, owner))
  if (known) return []
  const text =
    'It has no foreign key: rows of users deleted by anything but the adapter stay behind.'
  return [{ table: table.name, column: owner, text }]
}

/** Compares the columns of a table that is there. */
export function planColumns(pair: Pair): Plan {
  return join([
    ...pair.table.columns.map((column) => planColumn(pair, column)),
    planned({ notes: [...noteExtras(pair), ...noteOwner(pair)] }),
  ])
}

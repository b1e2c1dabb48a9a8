import type { PresentColumn } from './present.ts'
import { noteCollation } from './plan-collations.ts'
import { refuseType } from './plan-refused-types.ts'
import { typeFamily, checkFit } from './plan-type-families.ts'
import { EMPTY, type Note, type Pair, type Plan, type Refusal, isSame, join } from './plan-types.ts'
import type { Column, SqlDialect } from './schema.ts'
import { quoteName, columnType } from './sql.ts'

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

/**
 * MariaDB cannot add a column on the spot to a table with an index over what is computed when it is read, and neither it nor
 * MySQL to one that is compressed or has an index over words.
 */
const isRebuilt = ({ dialect, there }: Pair): boolean =>
  dialect === 'mysql' &&
  (there.rebuilt === true ||
    there.columns.some(
      ({ virtual, name }) => virtual && there.indexes.some(({ keys }) => keys.includes(name)),
    ))

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
  const type = columnType(dialect, schema, table, column)
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
          (online ? '.' : ', and the table is rewritten: other writes wait.'),
      },
    ],
  })
}

/** Why a column that is missing is not added. */
function refusalToAdd({ table }: Pair, column: Column): Refusal | undefined {
  if (!column.counted && (!column.userId || table.owner !== undefined)) return undefined
  return {
    kind: 'key',
    table: table.name,
    name: column.name,
    why: column.counted
      ? 'Rows that are there would have no numbers in the order in which they were written.'
      : 'Rows that are there would have no id.',
    byHand: `Name the column that holds the ids: { "columns": { "${table.key}": { "${column.member}": "…" } } }.`,
  }
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
  const fit = checkFit(pair.dialect, pair.schema.ids, column, there.type)
  if (!fit.fits) return planned({ refused: refuseType(pair, column, there, fit.why) })
  const texts = [...notesOn(column, there, fit.note), ...noteCollation(pair, column, there)]
  const notes = texts.map((text): Note => {
    return { table: pair.table.name, column: there.name, text }
  })
  return planned({ notes })
}

/** How a column gets a default, with a value that no two rows have in common. */
function defaultSql({ dialect, table }: Pair, { name, type }: PresentColumn): string {
  const quoted = quoteName(dialect, name)
  const alter = `alter table ${quoteName(dialect, table.name)} alter column ${quoted} set default`
  const value = typeFamily(type) === 'text' || typeFamily(type) === 'uuid'
  if (dialect === 'sqlite') {
    return `create the table again, with a default for ${quoted} or without the column, and copy the rows`
  }
  if (!value) return `${alter} …`
  if (dialect === 'mysql') return `${alter} (uuid())`
  return `${alter} gen_random_uuid()${typeFamily(type) === 'text' ? '::text' : ''}`
}

const isKey = ({ there }: Pair, { name }: PresentColumn): boolean =>
  there.indexes.some(({ primary, keys }) => primary && keys.includes(name))

const isRowId = ({ table }: Pair, { name, type }: PresentColumn): boolean =>
  table.key !== 'users' && name === 'id' && ['text', 'uuid'].includes(typeFamily(type))

/** Columns of the application, which only its own client can fill. */
function noteExtras(pair: Pair): readonly Note[] {
  const { dialect, table, there } = pair
  return there.columns
    .filter(({ name }) => !table.columns.some((column) => isSame(dialect, column.name, name)))
    .filter(({ nullable, filled }) => !nullable && !filled)
    .map((column) => ({
      table: table.name,
      column: column.name,
      text:
        'It is not null and has no default: rows can only be written by a client that fills it, ' +
        'as Prisma does with @default.',
      unlessEmpty: {
        sql: `select 1 as present from ${quoteName(dialect, table.name)} limit 1`,
        refusal: {
          kind: 'required',
          table: table.name,
          name: column.name,
          why:
            'It is not null and has no default, and is not one of the columns described: ' +
            'rows that do not name it are refused by the database.',
          byHand:
            `If it holds one of the members of ${table.key}, name it: ` +
            `{ "columns": { "${table.key}": { "…": "${column.name}" } } }. ` +
            (isRowId(pair, column)
              ? `If it is an id of the row and nothing else, say so, and it is filled: { "rowIds": ["${table.key}"] }. `
              : '') +
            `Otherwise ${defaultSql(pair, column)}${isKey(pair, column) ? '' : '; or let it be null'}.`,
        },
      },
    }))
}

function noteOwner(pair: Pair): readonly Note[] {
  const { dialect, table, there } = pair
  const { owner } = table
  if (owner === undefined || findColumn(pair, owner) === undefined) return []
  const known = there.foreignKeys.some(({ columns: [first = ''] }) => isSame(dialect, first, owner))
  if (known) return []
  const text =
    there.readOnly === true
      ? 'No foreign key can be seen, which may be because the user of this connection may only read: ' +
        'without one, rows of users deleted by anything but the adapter stay behind.'
      : 'It has no foreign key: rows of users deleted by anything but the adapter stay behind.'
  return [{ table: table.name, column: owner, text }]
}

/** Compares the columns of a table that is there. */
export function planColumns(pair: Pair): Plan {
  return join([
    ...pair.table.columns.map((column) => planColumn(pair, column)),
    planned({ notes: [...noteExtras(pair), ...noteOwner(pair)] }),
  ])
}

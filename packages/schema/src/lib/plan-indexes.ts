import type { PresentColumn, PresentIndex } from './present.ts'
import { addColumnSql, findColumn } from './plan-columns.ts'
import { EMPTY, type Pair, type Plan, type PlanContext, type Step, isSame } from './plan-types.ts'
import type { Index, SqlDialect, Table } from './schema.ts'
import { lowerColumn, lowerColumnSql, quoteName } from './sql.ts'

/** An index that is wanted, over one or more columns. */
interface Wanted {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
  readonly ignoresCase: boolean
  readonly why: string
}

/** Names may be up to 63 characters long, which leaves room for a number. */
const LONGEST = 60

/** MySQL and MariaDB have names of indexes for each table, the others for all together. */
function freeName({ dialect, present }: PlanContext, indexes: Indexes, name: string): string {
  const start = name.slice(0, LONGEST)
  const ofTable = new Set(indexes.filter(({ valid }) => valid).map((index) => index.name))
  const leftOver = new Set(indexes.filter(({ valid }) => !valid).map((index) => index.name))
  const isTaken = (candidate: string): boolean =>
    ofTable.has(candidate) ||
    (dialect !== 'mysql' && present.names.has(candidate) && !leftOver.has(candidate))
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? start : `${start}_${number}`
    if (!isTaken(candidate)) return candidate
  }
}

type Indexes = readonly PresentIndex[]

/** One column of an index, as the description has it. */
const over = ({ name, unique, ignoresCase }: Wanted, column: string): Index => ({
  name,
  column,
  unique,
  ignoresCase,
})

/** The keys of an index, as they are read from a database. */
function indexKeys(dialect: SqlDialect, wanted: Wanted): readonly string[] {
  if (!wanted.ignoresCase) return wanted.columns
  return wanted.columns.map((column) =>
    dialect === 'mysql' ? lowerColumn(over(wanted, column)) : `lower(${column})`,
  )
}

/** Whether an index that is there does what is wanted of one. */
function serves(dialect: SqlDialect, index: PresentIndex, wanted: Wanted): boolean {
  if (!index.valid || !index.whole) return false
  const keys = indexKeys(dialect, wanted)
  const has = (key: string): boolean => keys.some((other) => isSame(dialect, other, key))
  if (!wanted.unique) return isSame(dialect, index.keys[0] ?? '', keys[0] ?? '')
  // What is unique by fewer of the columns is so by all of them.
  return index.unique && index.keys.length > 0 && index.keys.every(has)
}

/** Every index that a table is meant to have; the one of its primary key first. */
function wantedIndexes(table: Table): readonly Wanted[] {
  const key: Wanted = {
    name: `${table.name}_${table.primaryKey.join('_')}_key`,
    columns: table.primaryKey,
    unique: true,
    ignoresCase: false,
    why: `Two rows with the same ${table.primaryKey.join(' and ')} must not be possible.`,
  }
  const others = table.indexes.map(({ name, column, unique, ignoresCase }): Wanted => ({
    name,
    columns: [column],
    unique,
    ignoresCase,
    why: unique
      ? `Two rows with the same ${column} must not be possible${ignoresCase ? ', whatever its case' : ''}.`
      : `Rows are looked up by ${column}.`,
  }))
  return [key, ...others]
}

/** The keys of an index, as they are in a statement. */
function keysSql(dialect: SqlDialect, wanted: Wanted): string {
  const { columns, ignoresCase } = wanted
  if (ignoresCase && dialect !== 'mysql') {
    return columns.map((column) => `lower(${quoteName(dialect, column)})`).join(', ')
  }
  return indexKeys(dialect, wanted)
    .map((key) => quoteName(dialect, key))
    .join(', ')
}

/** The lower case of a column, compared as the column that keeps it is. */
function lowered(dialect: SqlDialect, column: string): string {
  const text = `lower(${quoteName(dialect, column)})`
  return dialect === 'mysql' ? `convert(${text} using utf8mb4) collate utf8mb4_bin` : text
}

/** Only rows that have every value can be the same, so those of a column that is not there yet cannot. */
function duplicatesCheck(pair: Pair, wanted: Wanted): Pick<Step, 'duplicates'> {
  const { dialect, table } = pair
  const { columns, ignoresCase, unique } = wanted
  if (!unique || columns.some((column) => findColumn(pair, column) === undefined)) return {}
  const values = columns
    .map((column) => (ignoresCase ? lowered(dialect, column) : quoteName(dialect, column)))
    .join(', ')
  const present = columns.map((column) => `${quoteName(dialect, column)} is not null`)
  const groups =
    `from ${quoteName(dialect, table.name)} where ${present.join(' and ')} ` +
    `group by ${values} having count(*) > 1`
  return {
    duplicates: {
      sql: `select count(*) as duplicates from (select count(*) as copies ${groups}) twice`,
      find: `select ${values}, count(*) ${groups}`,
    },
  }
}

/** How an index is made on a table with rows, and what happens meanwhile. */
const CREATE: Readonly<
  Record<SqlDialect, { before: string; after: string; online: boolean; meanwhile: string }>
> = {
  postgres: { before: 'concurrently ', after: '', online: true, meanwhile: '' },
  mysql: { before: '', after: ' algorithm = inplace lock = none', online: true, meanwhile: '' },
  sqlite: {
    before: '',
    after: '',
    online: false,
    meanwhile: ' SQLite blocks other writes until it is made.',
  },
}

/** The statement and the facts of an index on a table that may have rows. */
function createIndex(pair: Pair, wanted: Wanted): Step {
  const { dialect, table, there } = pair
  const { before, after, online, meanwhile } = CREATE[dialect]
  const name = freeName(pair, there.indexes, wanted.name)
  return {
    kind: wanted.unique ? 'createUniqueIndex' : 'createIndex',
    table: table.name,
    name,
    sql:
      `create ${wanted.unique ? 'unique ' : ''}index ${before}${quoteName(dialect, name)} ` +
      `on ${quoteName(dialect, table.name)} (${keysSql(dialect, wanted)})${after}`,
    online,
    alone: dialect === 'postgres',
    why: `${wanted.why}${meanwhile}`,
    ...duplicatesCheck(pair, wanted),
  }
}

/** What a failed attempt left under the name that an index is to have. */
function dropLeftOver({ table, there }: Pair, index: Step): readonly Step[] {
  return there.indexes
    .filter(({ valid, name }) => !valid && name === index.name)
    .map(({ name }) => ({
      kind: 'dropUnfinishedIndex',
      table: table.name,
      name,
      sql: `drop index concurrently ${quoteName('postgres', name)}`,
      online: true,
      alone: true,
      why: 'An earlier attempt to make it failed. PostgreSQL keeps it up to date, but never reads it.',
    }))
}

/**
 * The column that keeps the lower case of another one in MySQL and MariaDB. In a new table it is stored; to a table with rows
 * that could only be added by writing the table anew, so it is computed when it is read, and stored in the index.
 */
function addLowered(pair: Pair, wanted: Wanted): readonly Step[] {
  const [column = ''] = wanted.columns
  const index = over(wanted, column)
  const name = lowerColumn(index)
  if (findColumn(pair, name) !== undefined) return []
  return [
    {
      kind: 'addColumn',
      table: pair.table.name,
      name,
      sql: addColumnSql(pair, lowerColumnSql(index).replace(/stored$/, 'virtual')),
      online: true,
      alone: false,
      why: `Rows are looked up by ${column} whatever its case, which needs a column of its own here.`,
    },
  ]
}

/** MySQL and MariaDB have no index over the whole of a long text. */
function longText(pair: Pair, { columns, ignoresCase }: Wanted): PresentColumn | undefined {
  if (pair.dialect !== 'mysql' || ignoresCase) return undefined
  return columns
    .map((column) => findColumn(pair, column))
    .find((column) => column !== undefined && /^\w*(?:text|blob)\b/.test(column.type))
}

function planIndex(pair: Pair, wanted: Wanted): Plan {
  const { dialect, there, table } = pair
  if (there.indexes.some((index) => serves(dialect, index, wanted))) return EMPTY
  const long = longText(pair, wanted)
  if (long !== undefined) {
    const byHand =
      `alter table \`${table.name}\` modify \`${long.name}\` varchar(255) ` +
      'character set utf8mb4 collate utf8mb4_bin, with its not null if it has one, while it is not in use.'
    const why = `${long.name} is ${long.type}, of which there is no index over the whole value.`
    return {
      ...EMPTY,
      refused: [{ kind: 'type', table: table.name, name: wanted.name, why, byHand }],
    }
  }
  const index = createIndex(pair, wanted)
  const kept = dialect === 'mysql' && wanted.ignoresCase ? addLowered(pair, wanted) : []
  return { ...EMPTY, steps: [...kept, ...dropLeftOver(pair, index), index] }
}

/** Whether every column of an index is there or will be. */
function isPossible(pair: Pair, { columns }: Wanted, refused: ReadonlySet<string>): boolean {
  return columns.every((column) => !refused.has(column))
}

/** Compares the indexes of a table that is there; those over columns that are refused have to wait. */
export function planIndexes(pair: Pair, refused: ReadonlySet<string>): readonly Plan[] {
  return wantedIndexes(pair.table)
    .filter((wanted) => isPossible(pair, wanted, refused))
    .map((wanted) => planIndex(pair, wanted))
}

/** The indexes of a table that is made in the same go, where nothing has to wait for them. */
export function newTableIndexes(context: PlanContext, table: Table): readonly Step[] {
  const { dialect } = context
  // The first is that of the primary key, which the table is made with.
  return wantedIndexes(table)
    .slice(1)
    .map((wanted): Step => {
      const name = freeName(context, [], wanted.name)
      return {
        kind: wanted.unique ? 'createUniqueIndex' : 'createIndex',
        table: table.name,
        name,
        sql:
          `create ${wanted.unique ? 'unique ' : ''}index ${quoteName(dialect, name)} ` +
          `on ${quoteName(dialect, table.name)} (${keysSql(dialect, wanted)})`,
        online: true,
        alone: false,
        why: wanted.why,
      }
    })
}

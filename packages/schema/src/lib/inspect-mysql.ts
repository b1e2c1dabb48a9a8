import type { Inspector, PresentColumn, PresentTable, Row } from './present.ts'
import {
  assemble,
  groupBy,
  isTrue,
  tableList,
  readText,
  wantedName,
  takenNames,
} from './inspect-rows.ts'

// Every column has an alias: MySQL 8 otherwise gives the names in upper case, MariaDB as they are written.
const columns = (list: string): string => `
  select c.table_name as tableName, c.column_name as name, c.column_type as type,
    c.character_set_name as charset, c.collation_name as collation,
    c.is_nullable = 'YES' as nullable, c.extra as extra,
    c.column_default is not null as hasDefault, t.engine as engine, t.row_format as rowFormat,
    c.privileges as privileges
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema
    and t.table_name = c.table_name and t.table_type <> 'VIEW'
  where c.table_schema = database() and c.table_name in (${list})
  order by c.table_name, c.ordinal_position`

const indexes = (list: string): string => `
  select s.table_name as tableName, s.index_name as name, s.non_unique = 0 as isUnique,
    s.column_name as keyName, s.sub_part as part, s.index_type as type
  from information_schema.statistics s
  where s.table_schema = database() and s.table_name in (${list})
  order by s.table_name, s.index_name, s.seq_in_index`

const foreignKeys = (list: string): string => `
  select k.table_name as tableName, k.constraint_name as name, k.column_name as keyName,
    k.referenced_table_name as target, r.delete_rule as onDelete
  from information_schema.key_column_usage k
  left join information_schema.referential_constraints r
    on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
    and r.table_name = k.table_name
  where k.table_schema = database() and k.table_name in (${list})
    and k.referenced_table_name is not null
  order by k.table_name, k.constraint_name, k.ordinal_position`

const names = `
  select table_name as name, table_type <> 'VIEW' as is_table, @@lower_case_table_names as folded
  from information_schema.tables where table_schema = database()`

function describeType(row: Row): string {
  const charset = readText(row, 'charset')
  if (charset === '') return readText(row, 'type')
  return `${readText(row, 'type')} character set ${charset} collate ${readText(row, 'collation')}`
}

function toColumn(row: Row): PresentColumn {
  const extra = readText(row, 'extra').toLowerCase()
  return {
    name: readText(row, 'name'),
    type: describeType(row),
    nullable: isTrue(row, 'nullable'),
    filled: isTrue(row, 'hasDefault') || /auto_increment|generated/.test(extra),
    virtual: extra.includes('virtual'),
  }
}

type TableFacts = Required<Pick<PresentTable, 'engine' | 'rebuilt' | 'readOnly'>>

/** Reads `information_schema` of MySQL and MariaDB. */
export const inspectMysql: Inspector = async (query, schema) => {
  const list = tableList(schema)
  const columnRows = await query(columns(list))
  const indexRows = await query(indexes(list))
  const keyRows = await query(foreignKeys(list))
  const nameRows = await query(names)
  // Whether upper and lower case are the same is up to the server and what it runs on.
  const folded = nameRows.some((row) => readText(row, 'folded') !== '0')
  const named = (name: string): string => (folded ? wantedName(schema, name) : name)
  const tableName = (row: Row): string => named(readText(row, 'tableName'))
  const qualifiedName = (row: Row): string => `${tableName(row)}.${readText(row, 'name')}`
  const rebuilt = new Set(
    [
      ...columnRows.filter((row) => readText(row, 'rowFormat').toLowerCase() === 'compressed'),
      ...indexRows.filter((row) => readText(row, 'type') === 'FULLTEXT'),
    ].map(tableName),
  )
  const describeTable = (name: string): TableFacts => {
    const rows = columnRows.filter((row) => tableName(row) === name)
    const [first = {}] = rows
    return {
      engine: readText(first, 'engine'),
      rebuilt: rebuilt.has(name),
      readOnly: rows.every((row) => readText(row, 'privileges').toLowerCase() === 'select'),
    }
  }
  const tables = assemble({
    columns: columnRows.map((row) => ({ table: tableName(row), ...toColumn(row) })),
    indexes: groupBy(indexRows, qualifiedName, (first, rows) => ({
      table: tableName(first),
      name: readText(first, 'name'),
      unique: isTrue(first, 'isUnique'),
      primary: readText(first, 'name') === 'PRIMARY',
      keys: rows.map((row) => readText(row, 'keyName')),
      whole: rows.every((row) => row['part'] === null) && readText(first, 'type') === 'BTREE',
      valid: true,
    })),
    foreignKeys: groupBy(keyRows, qualifiedName, (first, rows) => ({
      table: tableName(first),
      columns: rows.map((row) => readText(row, 'keyName')),
      target: named(readText(first, 'target')),
      // The rule is hidden from users who may only read.
      ...(readText(first, 'onDelete') === ''
        ? {}
        : { cascades: readText(first, 'onDelete') === 'CASCADE' }),
    })),
  })
  return {
    ...takenNames(nameRows, (row) => named(readText(row, 'name'))),
    tables: tables.map((table) => ({ ...table, ...describeTable(table.name) })),
  }
}

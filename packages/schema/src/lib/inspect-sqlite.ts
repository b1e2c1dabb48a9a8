import type { Inspector, PresentColumn, Row } from './present.ts'
import {
  assemble,
  groupBy,
  isTrue,
  toIndexKey,
  tableList,
  readText,
  wantedName,
  takenNames,
} from './inspect-rows.ts'
import { collationsIn } from './sqlite-collations.ts'

const tables = (list: string): string =>
  `(select name, sql from sqlite_master where type = 'table' and lower(name) in (${list.toLowerCase()})) t`

const columns = (list: string): string => `
  select t.name as tableName, c.name as name, c.type as type, c."notnull" = 0 as nullable,
    c.dflt_value is not null as hasDefault, c.pk as pk, c.hidden as hidden, t.sql as statement
  from ${tables(list)} join pragma_table_xinfo(t.name) c where c.hidden <> 1
  order by t.name, c.cid`

const indexes = (list: string): string => `
  select t.name as tableName, i.name as name, i."unique" as isUnique, i.origin = 'pk' as isPrimary,
    i.partial as partial, k.name as keyName, m.sql as source
  from ${tables(list)} join pragma_index_list(t.name) i join pragma_index_xinfo(i.name) k
  left join sqlite_master m on m.type = 'index' and m.name = i.name
  where k.key = 1 order by t.name, i.name, k.seqno`

const foreignKeys = (list: string): string => `
  select t.name as tableName, f.id as name, f."from" as keyName, f."table" as target,
    upper(f.on_delete) = 'CASCADE' as cascades
  from ${tables(list)} join pragma_foreign_key_list(t.name) f order by t.name, f.id, f.seq`

const names = `select name, type = 'table' as is_table from sqlite_master`

/** The one expression of an index, from the statement that made it. */
function readExpression(row: Row): string {
  const [, expression = ''] = /\((\s*lower\s*\(.*\)\s*)\)\s*$/is.exec(readText(row, 'source')) ?? []
  return toIndexKey(expression)
}

/** A column that is the whole primary key as `integer` is the number of the row: it is counted, and has no index. */
function isRowNumber(row: Row, rows: readonly Row[]): boolean {
  const keys = rows.filter(
    (other) =>
      readText(other, 'tableName') === readText(row, 'tableName') && readText(other, 'pk') !== '0',
  )
  return keys.length === 1 && keys[0] === row && readText(row, 'type').toLowerCase() === 'integer'
}

function toColumn(row: Row, rows: readonly Row[]): PresentColumn {
  const hidden = readText(row, 'hidden')
  return {
    name: readText(row, 'name'),
    type: readText(row, 'type').toLowerCase(),
    nullable: isTrue(row, 'nullable'),
    filled: isTrue(row, 'hasDefault') || hidden !== '0' || isRowNumber(row, rows),
    virtual: hidden === '2',
    ...readCollation(row),
  }
}

/** A collation of the application's own may be anything. */
function readCollation(row: Row): Pick<PresentColumn, 'collation'> {
  const collation = collationsIn(readText(row, 'statement')).get(
    readText(row, 'name').toLowerCase(),
  )
  return collation === undefined || collation === 'binary' ? {} : { collation }
}

/** Reads the tables of SQLite through its pragmas. */
export const inspectSqlite: Inspector = async (query, schema) => {
  const list = tableList(schema)
  const columnRows = await query(columns(list))
  const indexRows = await query(indexes(list))
  const keyRows = await query(foreignKeys(list))
  const nameRows = await query(names)
  const tableName = (row: Row): string => wantedName(schema, readText(row, 'tableName'))
  const qualifiedName = (row: Row): string => `${tableName(row)}.${readText(row, 'name')}`
  const rowNumbers = columnRows.filter((row) => isRowNumber(row, columnRows))
  return {
    ...takenNames(nameRows, (row) => wantedName(schema, readText(row, 'name'))),
    tables: assemble({
      columns: columnRows.map((row) => ({ table: tableName(row), ...toColumn(row, columnRows) })),
      indexes: [
        ...rowNumbers.map((row) => ({
          table: tableName(row),
          name: 'rowid',
          unique: true,
          primary: true,
          keys: [readText(row, 'name')],
          whole: true,
          valid: true,
        })),
        ...groupBy(indexRows, qualifiedName, (first, rows) => ({
          table: tableName(first),
          name: readText(first, 'name'),
          unique: isTrue(first, 'isUnique'),
          primary: isTrue(first, 'isPrimary'),
          keys: rows.map((row) =>
            row['keyName'] === null ? readExpression(first) : readText(row, 'keyName'),
          ),
          whole: !isTrue(first, 'partial'),
          valid: true,
        })),
      ],
      foreignKeys: groupBy(keyRows, qualifiedName, (first, rows) => ({
        table: tableName(first),
        columns: rows.map((row) => readText(row, 'keyName')),
        target: wantedName(schema, readText(first, 'target')),
        cascades: isTrue(first, 'cascades'),
      })),
    }),
  }
}

import { getTableColumns, type Table } from 'drizzle-orm'
import { getTableConfig as mysqlConfig, MySqlTable } from 'drizzle-orm/mysql-core'
import { getTableConfig as pgConfig, PgTable } from 'drizzle-orm/pg-core'
import { getTableConfig as sqliteConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { is } from 'drizzle-orm'

interface Config {
  readonly name: string
  readonly primaryKeys: readonly { readonly columns: readonly { readonly name: string }[] }[]
  readonly foreignKeys: readonly {
    reference(): {
      readonly columns: readonly { readonly name: string }[]
      readonly foreignColumns: readonly { readonly name: string }[]
      readonly foreignTable: Table
    }
  }[]
}

function readConfig(table: Table): Config {
  if (is(table, PgTable)) return pgConfig(table)
  if (is(table, MySqlTable)) return mysqlConfig(table)
  if (is(table, SQLiteTable)) return sqliteConfig(table)
  throw new TypeError('The table is of no database that is known.')
}

/** The statement that creates a table, as far as tests have tables. */
export function createStatement(table: Table): string {
  const quote = (name: string): string => (is(table, MySqlTable) ? `\`${name}\`` : `"${name}"`)
  const list = (columns: readonly { readonly name: string }[]): string =>
    columns.map(({ name }) => quote(name)).join(', ')
  const { name, primaryKeys, foreignKeys } = readConfig(table)
  const columns = Object.values(getTableColumns(table)).map((column) =>
    [
      quote(column.name),
      column.getSQLType(),
      // Else MariaDB gives a timestamp a default of its own.
      column.notNull ? 'not null' : 'null',
      column.primary ? 'primary key' : '',
      column.isUnique ? 'unique' : '',
    ].join(' '),
  )
  const references = foreignKeys.map((key) => {
    const { columns: own, foreignColumns, foreignTable } = key.reference()
    const target = `${quote(readConfig(foreignTable).name)} (${list(foreignColumns)})`
    return `foreign key (${list(own)}) references ${target} on delete cascade`
  })
  const keys = primaryKeys.map(({ columns: parts }) => `primary key (${list(parts)})`)
  return `create table ${quote(name)} (${[...columns, ...keys, ...references].join(', ')})`
}

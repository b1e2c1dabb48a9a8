import { and, type Column, eq, is, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { MySqlColumn } from 'drizzle-orm/mysql-core'
import { PgColumn } from 'drizzle-orm/pg-core'

type Text = SQLWrapper | string

/** Converts a text of the database to binary, so that no collation applies. */
function bytes(column: Column, value: Text): SQL {
  if (is(column, MySqlColumn)) return sql`cast(convert(${value} using utf8mb4) as binary)`
  if (is(column, PgColumn)) return sql`cast(${value} as text) collate "C"`
  return sql`${value} collate binary`
}

/**
 * Whether two texts of the database of a column are the same, byte for byte. No index serves it.
 */
export function sameBytes(column: Column, one: Text, other: Text): SQL {
  return sql`${bytes(column, one)} = ${bytes(column, other)}`
}

/** Whether a collation applies to comparisons of a column. */
function isCollated(column: Column): boolean {
  // For custom types only those of MySQL are known to be read in the form in which they are compared.
  return column.dataType === 'string' || (column.dataType === 'custom' && is(column, MySqlColumn))
}

/**
 * Whether a column contains exactly a text. A collation may ignore case, accents and a trailing space, as the default ones of MySQL
 * do. The index finds all such rows, and the comparison of bytes selects one.
 */
export function same(column: Column, value: string): SQL | undefined {
  const equal = eq(column, value)
  return isCollated(column) ? and(equal, sameBytes(column, column, value)) : equal
}

/** Whether a column does not contain exactly a text. */
export function differs(column: Column, value: string): SQL | undefined {
  const equal = same(column, value)
  return equal && not(equal)
}

/** Whether two columns contain exactly the same text. */
export function sameAs(column: Column, other: Column): SQL | undefined {
  const equal = eq(column, other)
  return isCollated(column) ? and(equal, sameBytes(column, column, other)) : equal
}

import { and, type Column, eq, is, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { MySqlColumn } from 'drizzle-orm/mysql-core'
import { PgColumn } from 'drizzle-orm/pg-core'

type Text = SQLWrapper | string

/** A text of the database of a column, without the ideas of a collation. */
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

/** Whether what a column holds is compared by a collation. */
function isCollated(column: Column): boolean {
  // Of types of the application's own, only MySQL's are known to be read as they are compared.
  return column.dataType === 'string' || (column.dataType === 'custom' && is(column, MySqlColumn))
}

/**
 * Whether a column holds a text, to the letter. A collation may take upper and lower case, accents and a space at the end for
 * the same, as those of MySQL do unless somebody has said otherwise: the index finds a few, and their bytes decide.
 */
export function same(column: Column, value: string): SQL | undefined {
  const equal = eq(column, value)
  return isCollated(column) ? and(equal, sameBytes(column, column, value)) : equal
}

/** Whether a column holds anything but a text. */
export function differs(column: Column, value: string): SQL | undefined {
  const equal = same(column, value)
  return equal && not(equal)
}

/** Whether two columns hold the same, to the letter. */
export function sameAs(column: Column, other: Column): SQL | undefined {
  const equal = eq(column, other)
  return isCollated(column) ? and(equal, sameBytes(column, column, other)) : equal
}

import { and, type Column, eq, is, type SQL, sql } from 'drizzle-orm'
import { MySqlColumn } from 'drizzle-orm/mysql-core'

const bytes = (value: Column | string): SQL => sql`cast(convert(${value} using utf8mb4) as binary)`

/**
 * Whether a column holds a text, to the letter. MySQL compares by the rules of a language, to most of which letters in
 * upper and lower case are the same, and a space at the end is nothing: the index finds a few, and their bytes decide.
 */
export function same(column: Column, value: string): SQL | undefined {
  const equal = eq(column, value)
  if (!is(column, MySqlColumn) || column.dataType === 'number' || column.dataType === 'bigint') {
    return equal
  }
  return and(equal, sql`${bytes(column)} = ${bytes(value)}`)
}

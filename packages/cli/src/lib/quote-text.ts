import type { SqlDialect } from '@latchstring/schema'

/** A text in a statement. */
export function quoteText(dialect: SqlDialect, text: string): string {
  // Whether a backslash escapes is up to the server's settings elsewhere; here it always does.
  if (dialect === 'postgres') return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  if (dialect === 'sqlite') return `'${text.replaceAll("'", "''")}'`
  return `_utf8mb4 x'${Buffer.from(text).toString('hex')}'`
}

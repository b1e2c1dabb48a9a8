import type { SqlDialect } from '@latchstring/schema'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { KeyPart } from './records.ts'

/** Converts a text to binary, so that case, accents and trailing spaces count. */
const BYTES: Readonly<Record<SqlDialect, (text: Expression<unknown>) => RawBuilder<unknown>>> = {
  sqlite: (text) => sql`${text} collate binary`,
  postgres: (text) => sql`cast(${text} as text) collate "C"`,
  mysql: (text) => sql`cast(convert(${text} using utf8mb4) as binary)`,
}

/** Whether two texts are the same, byte for byte. No index serves it. */
export function sameBytes(
  dialect: SqlDialect,
  one: Expression<unknown>,
  other: Expression<unknown>,
): RawBuilder<boolean> {
  return sql`${BYTES[dialect](one)} = ${BYTES[dialect](other)}`
}

/**
 * Whether rows have a key: by the index of the column, whose collation may find others, and then byte for byte.
 *
 * @param alias - the name of the table in the statement
 */
export function hasKey(
  dialect: SqlDialect,
  alias: string,
  key: readonly KeyPart[],
): RawBuilder<boolean> {
  const conditions = key.map(({ column, value, text }) => {
    const stored = sql.ref(`${alias}.${column}`)
    const found = sql`${stored} = ${value}`
    return text === undefined
      ? found
      : sql`${found} and ${sameBytes(dialect, stored, sql`${text}`)}`
  })
  return sql`${sql.join(conditions, sql` and `)}`
}

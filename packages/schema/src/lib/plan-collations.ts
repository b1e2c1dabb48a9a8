import type { PresentColumn } from './present.ts'
import { typeFamily } from './plan-type-families.ts'
import type { Pair } from './plan-types.ts'
import { type Column, findTable } from './schema.ts'
import { quoteName } from './sql.ts'

/** The collation of a column of MySQL and MariaDB, and its type without one. */
const TYPED = /^(.*?)(?: character set \S+)? collate (\S+)$/

/** The collation by which a column takes texts for the same that differ, if it does. */
function laxCollation({ dialect }: Pair, there: PresentColumn): string | undefined {
  if (dialect !== 'mysql') return there.collation
  const [, , collation] = TYPED.exec(there.type) ?? []
  // All others follow the rules of a language, in which at least fillers and normal forms do not count.
  return collation === undefined || /_bin$|^binary$/.test(collation) ? undefined : collation
}

/** What makes a column compare bytes. */
function manualFix({ dialect, table }: Pair, there: PresentColumn): string {
  const alter = `alter table ${quoteName(dialect, table.name)}`
  const name = quoteName(dialect, there.name)
  if (dialect === 'sqlite') {
    return `Create the table again, without a collation for ${name}, and copy the rows.`
  }
  if (dialect === 'postgres') {
    const type = /(?:^|\.)citext$/.test(there.type) ? 'text' : there.type
    return `While the table is not in use: ${alter} alter column ${name} type ${type} collate "C".`
  }
  const [, type = ''] = TYPED.exec(there.type) ?? []
  const required = there.nullable ? '' : ' not null'
  return (
    `While the table is not in use: ${alter} modify ${name} ${type} ` +
    `character set utf8mb4 collate utf8mb4_bin${required}.`
  )
}

/** A column that refers to another one, or is referred to, changes with it. */
function together({ schema, table }: Pair, { userId }: Column): string {
  if (!userId) return ''
  const { name } = findTable(schema, 'users')
  return table.name === name
    ? ' Foreign keys to it have to be dropped first, and their columns changed as well.'
    : ` It has to have the collation of the ids of ${name}.`
}

/** What to know of a column of keys whose collation takes different ones for the same. */
export function noteCollation(pair: Pair, column: Column, there: PresentColumn): readonly string[] {
  const text = ['text', 'list', 'bytes'].includes(typeFamily(there.type))
  // Addresses are looked up whatever their case, and compared in a way of their own.
  if (!text || (!column.key && !column.userId) || column.member === 'email') return []
  const collation = laxCollation(pair, there)
  if (collation === undefined) return []
  return [
    `Its collation ${collation} takes ${column.values.of} that differ in case, accents or spaces at the end for equal. ` +
      'Look-ups distinguish them, but the database refuses the second of two. ' +
      `By hand: ${manualFix(pair, there)}${together(pair, column)}`,
  ]
}

/** A name as a statement has it, without its quotes. */
const unquoted = (name: string): string => name.replaceAll(/^["'`[]|["'`\]]$/g, '').toLowerCase()

/** What is between the outer brackets of a statement, divided at commas; without inner ones and what they hold. */
function definitions(statement: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const [token] of statement.matchAll(/"[^"]*"|'[^']*'|`[^`]*`|\[[^\]]*\]|[^"'`[]/g)) {
    if (token === ')') depth -= 1
    if (depth === 1 && token === ',') {
      parts.push(part)
      part = ''
    } else if (depth === 1) part += token
    if (token === '(') depth += 1
  }
  return [...parts, part]
}

const COLUMN = /^\s*("[^"]*"|`[^`]*`|\[[^\]]*\]|\w+)/
const DEFAULT = /\bdefault\s+'[^']*'/i
const COLLATE = /\bcollate\s+("[^"]*"|`[^`]*`|\[[^\]]*\]|'[^']*'|\w+)/i

/**
 * The collation of each column of a table, in small letters, from the statement that made it: no pragma tells. A column without
 * one is not there: it compares bytes.
 *
 * @param statement - what `sqlite_master` has
 */
export function collationsIn(statement: string): ReadonlyMap<string, string> {
  const found = definitions(statement).flatMap((definition): [string, string][] => {
    const [, column = ''] = COLUMN.exec(definition) ?? []
    const [, collation] = COLLATE.exec(definition.replace(DEFAULT, '')) ?? []
    return collation === undefined ? [] : [[unquoted(column), unquoted(collation)]]
  })
  return new Map(found)
}

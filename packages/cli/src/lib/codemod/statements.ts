import type { Named } from './imports.ts'
import type { Edit, Node, Source } from './tree.ts'
import { NotUnderstood, declaredAt, items, references } from './tree.ts'

/** A statement with the end of its line, and the empty lines after it where there is nothing or an empty line before it. */
export function removal({ text }: Source, node: Node): Edit {
  const rest = /^[ \t]*;?[ \t]*(?:\r?\n|$)/.exec(text.slice(node.end))?.[0] ?? ''
  const end = node.end + rest.length
  const before = /^\uFEFF?$|\n[ \t]*\r?\n$/.test(text.slice(0, node.start))
  const blank = before ? (/^(?:[ \t]*\r?\n)+/.exec(text.slice(end))?.[0] ?? '') : ''
  // At the end of a file, the empty line before it goes.
  const last = end + blank.length === text.length
  const above = last ? (/(?<=\n)(?:[ \t]*\r?\n)+$/.exec(text.slice(0, node.start))?.[0] ?? '') : ''
  return { start: node.start - above.length, end: end + blank.length, text: '' }
}

/** Whether statements end in a semicolon, by the imports. */
export const preferredEnd = (text: string): ';' | '' =>
  /(?:from|import|require\()\s*["'][^"'\n]+["']\)?;/.test(text) ? ';' : ''

/** Whether a name means nothing in a module yet. */
export function isFree(source: Source, name: string): boolean {
  const imported = source.nodes.some(
    (node) =>
      /^Import(?:Default|Namespace)?Specifier$/.test(node.type) &&
      source.text.slice(node.start, node.end).split(/\W+/).at(-1) === name,
  )
  return (
    !imported && declaredAt(source, name) === undefined && references(source, name).length === 0
  )
}

/**
 * The first of several names that means nothing in a module yet.
 *
 * @throws NotUnderstood where all of them do
 */
export function freeName(source: Source, names: readonly string[], at: number): string {
  const found = names.find((name) => isFree(source, name))
  if (found !== undefined) return found
  throw new NotUnderstood(at, `The names ${names.join(' and ')} are used for something else here.`)
}

/** An import without some of its names; without the statement where none is left. */
export function withoutNames(
  source: Source,
  statement: Node,
  removed: readonly Named[],
): readonly Edit[] {
  const all = items(statement, 'specifiers')
  const gone = new Set(removed.map(({ specifier }) => specifier.start))
  const rest = all.filter(({ start }) => !gone.has(start))
  if (rest.length === 0) return [removal(source, statement)]
  const named = all.filter(({ type }) => type === 'ImportSpecifier')
  const last = named.at(-1)
  const first = all[0]
  if (last !== undefined && first !== undefined && named.every(({ start }) => gone.has(start))) {
    const brace = source.text.indexOf('}', last.end)
    return [{ start: first.end, end: brace + 1, text: '' }]
  }
  return named.flatMap((node, index) => {
    if (!gone.has(node.start)) return []
    const next = named[index + 1]
    const previous = named[index - 1]
    if (next !== undefined) return [{ start: node.start, end: next.start, text: '' }]
    return [{ start: previous?.end ?? node.start, end: node.end, text: '' }]
  })
}

/** An import with one more name. */
export function withName(statement: Node, text: string): Edit {
  const all = items(statement, 'specifiers')
  const last = all.at(-1)
  const end = last?.end ?? statement.start
  const added = last?.type === 'ImportSpecifier' ? `, ${text}` : `, { ${text} }`
  return { start: end, end, text: added }
}

import type { Named } from './mentions.ts'
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

/** A statement of a function, with the spaces before it where it has lines of its own, and the empty lines after the first one. */
export function lineRemoval(source: Source, node: Node): Edit {
  const { start, end } = removal(source, node)
  const before = source.text.slice(0, start)
  const indent = /(?<=\n)[ \t]+$/.exec(before)?.[0] ?? ''
  if (source.text.charAt(end - 1) !== '\n') return { start, end, text: '' }
  const isFirst = /\{[ \t]*\r?\n[ \t]*$/.test(before)
  const blank = isFirst ? (/^(?:[ \t]*\r?\n)+/.exec(source.text.slice(end))?.[0] ?? '') : ''
  return { start: start - indent.length, end: end + blank.length, text: '' }
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

/** What takes names out of a list. Those at its end go with the comma before them. */
function listEdits(named: readonly Node[], gone: ReadonlySet<number>): readonly Edit[] {
  const kept = named.findLastIndex(({ start }) => !gone.has(start))
  const edits = named.slice(0, kept).flatMap((node, index) => {
    const next = named[index + 1]
    return gone.has(node.start) && next !== undefined
      ? [{ start: node.start, end: next.start, text: '' }]
      : []
  })
  const end = named[kept]?.end
  const last = named.at(-1)
  if (end === undefined || last === undefined || last.end === end) return edits
  return [...edits, { start: end, end: last.end, text: '' }]
}

/** An import without some of its names; without the statement where none is left. */
export function withoutNames(
  source: Source,
  statement: Node,
  removed: readonly Named[],
): readonly Edit[] {
  const all = items(statement, 'specifiers')
  const gone = new Set(removed.map(({ specifier }) => specifier.start))
  if (all.every(({ start }) => gone.has(start))) return [removal(source, statement)]
  const named = all.filter(({ type }) => type === 'ImportSpecifier')
  const [first] = all
  const last = named.at(-1)
  if (first === undefined || last === undefined) return []
  if (named.every(({ start }) => gone.has(start))) {
    const brace = source.text.indexOf('}', last.end)
    return [{ start: first.end, end: brace + 1, text: '' }]
  }
  // The default import in front of a list of names.
  const isHead = !named.includes(first) && gone.has(first.start)
  const brace = source.text.indexOf('{', first.end)
  const head = isHead ? [{ start: first.start, end: brace, text: '' }] : []
  return [...head, ...listEdits(named, gone)]
}

/** An import with one more name. */
export function withName(statement: Node, text: string): Edit {
  const all = items(statement, 'specifiers')
  const last = all.at(-1)
  const end = last?.end ?? statement.start
  const added = last?.type === 'ImportSpecifier' ? `, ${text}` : `, { ${text} }`
  return { start: end, end, text: added }
}

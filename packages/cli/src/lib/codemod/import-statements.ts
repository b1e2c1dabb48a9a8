import { type Mention, type Named, isKnown, readMentions, readNames } from './mentions.ts'
import { type Replacement, type TypeHome, findReplacement, findTypeHome } from './names.ts'
import { preferredEnd, withoutNames } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  applyEdits,
  declaredAt,
  inner,
  items,
  nameIn,
  preferredQuote,
  readSource,
  references,
} from './tree.ts'

/** An import under another name, and its uses; the old name stays where the new one is taken. */
function renameUses(source: Source, { specifier, local }: Named, to: string): readonly Edit[] {
  const imported = inner(specifier, 'imported') ?? specifier
  const own = inner(specifier, 'local') ?? imported
  const end = own.start + local.length
  const free = declaredAt(source, to) === undefined && references(source, to).length === 0
  const already = imported.start !== own.start
  if (already || !free) {
    return [{ start: imported.start, end, text: `${to} as ${local}` }]
  }
  return [
    { start: imported.start, end, text: to },
    ...references(source, local).map(({ start }) => ({
      start,
      end: start + local.length,
      text: to,
    })),
  ]
}

/** Names of a statement that are called otherwise, with their uses. */
export function renameEdits(source: Source, node: Node, to: Replacement): readonly Edit[] {
  const renamed = to.renamed ?? {}
  return readNames(node).flatMap((named) => {
    const name = Object.hasOwn(renamed, named.imported) ? renamed[named.imported] : undefined
    if (name === undefined) return []
    if (named.specifier.type !== 'ExportSpecifier') return renameUses(source, named, name)
    const { start, end } = named.specifier
    return [{ start, end, text: `${name} as ${named.local}` }]
  })
}

/**
 * Ends a line that is put in before the planning: a line end for the parser, and none for the numbers of lines, which stay those of
 * the file.
 */
const LINE = '\u2028'

/** A text with the line ends that {@link splitImports} put in. */
export const withLineEnds = (text: string, before: string, end: string): string =>
  before.includes(LINE) ? text : text.replaceAll(LINE, end)

/** A name that its statement cannot keep. */
interface Misplaced {
  readonly named: Named
  /** Where the type is; nothing for a name that has no counterpart. */
  readonly home: TypeHome | undefined
}

const isStatic = ({ type }: Node): boolean =>
  type === 'ImportDeclaration' || type === 'ExportNamedDeclaration'

/** @param isType - whether the statement imports types alone */
function specifierText({ text }: Source, { specifier, local }: Named, isType: boolean): string {
  if (specifier.type === 'ImportDefaultSpecifier') return `default as ${local}`
  const own = text.slice(specifier.start, specifier.end)
  return isType ? own.replace(/^type\s+/, '') : own
}

/** The statements that take names over: from the module that has them, or from the old one. */
function takenOver(source: Source, mention: Mention, names: readonly Misplaced[]): string {
  const quote = preferredQuote(source.text)
  const end = preferredEnd(source.text)
  const verb = mention.node.type === 'ImportDeclaration' ? 'import' : 'export'
  const isTypes = (mention.node['importKind'] ?? mention.node['exportKind']) === 'type'
  const groups = new Map<string, string[]>()
  for (const { named, home } of names) {
    if (home !== undefined && 'written' in home) continue
    const head = home === undefined && !isTypes ? verb : `${verb} type`
    const key = `${head}|${home?.from ?? mention.source}`
    const own = specifierText(source, named, home !== undefined)
    groups.set(key, [...(groups.get(key) ?? []), own])
  }
  return [...groups]
    .map(([key, list]) => {
      const [head = '', module = ''] = key.split('|')
      return `${head} { ${list.join(', ')} } from ${quote}${module}${quote}${end}${LINE}`
    })
    .join('')
}

/** The declarations of types that are written out. */
function writtenOut(source: Source, mention: Mention, names: readonly Misplaced[]): string {
  const quote = preferredQuote(source.text)
  const end = preferredEnd(source.text)
  const verb = mention.node.type === 'ImportDeclaration' ? 'type' : 'export type'
  return names
    .map(({ named, home }) =>
      home !== undefined && 'written' in home
        ? `${LINE}${verb} ${named.local}${home.written.replaceAll("'", quote)}${end}`
        : '',
    )
    .join('')
}

/** A statement without names that are taken over, of which all may be. */
function withoutMisplaced(
  source: Source,
  node: Node,
  names: readonly Misplaced[],
  instead: string,
): readonly Edit[] {
  const { start, end } = node
  const gone = names.map(({ named }) => named)
  if (gone.length === items(node, 'specifiers').length) {
    return [{ start, end, text: instead.replace(/\u2028$/, '') }]
  }
  if (node.type === 'ImportDeclaration') {
    return [{ start, end: start, text: instead }, ...withoutNames(source, node, gone)]
  }
  const kept = readNames(node).filter(
    ({ specifier }) => !gone.some((one) => one.specifier === specifier),
  )
  const texts = kept.map(({ specifier }) => source.text.slice(specifier.start, specifier.end))
  const all = items(node, 'specifiers')
  const [first, last] = [all[0] ?? node, all.at(-1) ?? node]
  return [
    { start, end: start, text: instead },
    { start: first.start, end: last.end, text: texts.join(', ') },
  ]
}

/** What is known beside the file itself. */
export interface SplitContext {
  readonly providers: ReadonlySet<string>
  readonly added: ReadonlySet<string>
  /** Names that other edits replace. */
  readonly handled: ReadonlySet<string>
}

function misplacedNames(mention: Mention, context: SplitContext): readonly Misplaced[] {
  const to = isStatic(mention.node) ? findReplacement(mention.source, context.providers) : undefined
  if (to === undefined) return []
  return readNames(mention.node)
    .filter(
      ({ imported }) =>
        imported !== '*' &&
        !context.handled.has(imported) &&
        !isKnown(mention, to, imported, context.added),
    )
    .map((named) => ({ named, home: findTypeHome(named.imported) }))
}

/** The end of the last import of a module. */
const importsEnd = ({ body }: Source): number =>
  body.findLast(({ type }) => type === 'ImportDeclaration')?.end ?? 0

/**
 * A module in which each statement imports either names that have a counterpart in one module, or names that have none. A type that
 * this library has elsewhere is imported from there; one that it does not have is written out.
 */
export function splitImports(source: Source, context: SplitContext): Source {
  const found = readMentions(source).flatMap((mention) => {
    const names = misplacedNames(mention, context)
    const isWhole = names.length === items(mention.node, 'specifiers').length
    const isKept = isWhole && names.every(({ home }) => home === undefined)
    return names.length === 0 || isKept ? [] : [{ mention, names }]
  })
  if (found.length === 0) return source
  const types = found.map(({ mention, names }) => writtenOut(source, mention, names)).join('')
  const at = importsEnd(source)
  const own = found.flatMap(({ mention, names }) =>
    withoutMisplaced(source, mention.node, names, takenOver(source, mention, names)),
  )
  const last = own.find((edit) => edit.end === at && edit.end > edit.start)
  const edits =
    types === ''
      ? own
      : last === undefined
        ? [...own, { start: at, end: at, text: LINE + types }]
        : own.map((edit) =>
            edit === last
              ? { ...edit, text: edit.text === '' ? types : edit.text + LINE + types }
              : edit,
          )
  return readSource(source.path, applyEdits(source.text, edits))
}

/** Types that an application has itself added to modules of next-auth. */
export const addedTypes = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources
      .flatMap(readMentions)
      .filter(({ node }) => node.type === 'TSModuleDeclaration')
      .flatMap(({ node }) => items(inner(node, 'body'), 'body'))
      .flatMap((one) => nameIn(inner(inner(one, 'declaration') ?? one, 'id')) ?? []),
  )

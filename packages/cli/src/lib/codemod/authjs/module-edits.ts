import { type Mention, type Named, readMentions, readNames } from '../mentions.ts'
import { isFree, preferredEnd } from '../statements.ts'
import {
  type Edit,
  type Node,
  type Remark,
  type Source,
  inner,
  preferredQuote,
  references,
  remarkAt,
  replaceLiteral,
} from '../tree.ts'
import { type Framework, type Target, findModule, findTarget, readPackage } from './packages.ts'

export { type Mention, readMentions, readNames }

/** What changes in a file beside its imports of the packages that are replaced. */
export interface FilePart {
  readonly edits: readonly Edit[]
  /** Names whose import goes, because nothing uses them any more. */
  readonly gone: ReadonlySet<string>
  /** Imports that are new, without the end of the statement. */
  readonly added: readonly string[]
}

/** A file in which nothing but imports changes. */
export const NO_PART: FilePart = { edits: [], gone: new Set(), added: [] }

/** What is known beside the file. */
export interface ModuleContext {
  readonly framework: Framework | undefined
  readonly providers: ReadonlySet<string>
}

interface Moved {
  readonly named: Named
  readonly to: Target
}

interface Changed {
  readonly edits: readonly Edit[]
  readonly left: readonly Remark[]
}

/** Places of packages that are replaced. */
export const packageMentions = (source: Source): readonly Mention[] =>
  readMentions(source).filter((mention) => readPackage(mention.source) !== undefined)

const isType = (node: Node): boolean =>
  node['importKind'] === 'type' || node['exportKind'] === 'type'

function specifierText({ named, to }: Moved, local: string): string {
  const type = isType(named.specifier) ? 'type ' : ''
  return to.name === local ? `${type}${local}` : `${type}${to.name} as ${local}`
}

/** One import of a module that has some of the names: of types alone, if all of them are. */
function importOf(
  node: Node,
  module: string,
  own: readonly Moved[],
  { quote, renamed }: { readonly quote: string; readonly renamed: ReadonlyMap<Named, string> },
): string {
  const first = own.find(({ to, named }) => to.name === 'default' && named.local !== 'default')
  const rest = own.filter((one) => one !== first)
  const isOfTypes =
    isType(node) || (first === undefined && rest.every(({ named }) => isType(named.specifier)))
  const texts = rest.map((one) => {
    const text = specifierText(one, renamed.get(one.named) ?? one.named.local)
    return isOfTypes ? text.replace(/^type /, '') : text
  })
  const names = [
    ...(first === undefined ? [] : [first.named.local]),
    ...(texts.length === 0 ? [] : [`{ ${texts.join(', ')} }`]),
  ]
  return `import ${isOfTypes ? 'type ' : ''}${names.join(', ')} from ${quote}${module}${quote}`
}

/** One import for each module that has some of the names. */
const importTexts = (
  node: Node,
  moved: readonly Moved[],
  quote: string,
  renamed: ReadonlyMap<Named, string>,
): readonly string[] =>
  [...new Set(moved.map(({ to }) => to.module))].map((module) =>
    importOf(
      node,
      module,
      moved.filter(({ to }) => to.module === module),
      { quote, renamed },
    ),
  )

/** Uses of a name that is called otherwise now. */
function renameEdits(source: Source, moved: readonly Moved[]) {
  const renamed = new Map<Named, string>()
  const edits = moved.flatMap(({ named, to }) => {
    const { local } = named
    const isSame = to.name === named.imported || to.name === 'default'
    if (isSame || local !== named.imported || !isFree(source, to.name)) return []
    renamed.set(named, to.name)
    return references(source, local).map(({ start }) => ({
      start,
      end: start + local.length,
      text: to.name,
    }))
  })
  return { renamed, edits }
}

const noCounterpart = (name: string, module: string): string =>
  name === 'getToken'
    ? "`getToken` is that of `@latchstring/core/jwt`, and takes old sessions with `migrate: { from: 'next-auth', until }`: change its import and its call."
    : `\`${name}\` of "${module}" has no counterpart: write what you need of it yourself.`

/** An import, as one or several of this library. */
function importEdits(
  source: Source,
  mention: Mention,
  part: FilePart,
  context: ModuleContext,
): Changed {
  const { node, literal, source: module } = mention
  const names = readNames(node)
  const kept = names.filter(({ imported }) => !part.gone.has(imported))
  const found = kept.map((named) => ({
    named,
    to: findTarget(module, named.imported, context.framework, context.providers),
  }))
  const left = found
    .filter(({ to }) => to === undefined)
    .map(({ named }) =>
      remarkAt(source, named.specifier.start, noCounterpart(named.imported, module)),
    )
  if (left.length > 0) return { edits: [], left }
  const moved = found.flatMap(({ named, to }) => (to === undefined ? [] : [{ named, to }]))
  const modules = new Set(moved.map(({ to }) => to.module))
  const [only] = modules
  const { renamed, edits } = renameEdits(source, moved)
  const isPlain = moved.length === names.length && modules.size === 1
  if (isPlain && moved.every(({ named, to }) => to.name === named.imported) && only !== undefined) {
    return { edits: [replaceLiteral(source, literal, only)], left: [] }
  }
  const texts = importTexts(node, moved, source.text.charAt(literal.start), renamed)
  const end = source.text.charAt(node.end - 1) === ';' ? ';' : ''
  const text = texts.map((one) => one + end).join('\n')
  // A statement of which nothing remains goes with its line.
  const line = text === '' ? (/^[ \t]*\r?\n/.exec(source.text.slice(node.end))?.[0].length ?? 0) : 0
  return { edits: [...edits, { start: node.start, end: node.end + line, text }], left: [] }
}

/** Other places that name a module: re-exports, augmentations, types. */
function otherEdits(
  source: Source,
  mention: Mention,
  { framework, providers }: ModuleContext,
): Changed {
  const { node, literal, source: module } = mention
  const fail = (reason: string): Changed => ({
    edits: [],
    left: [remarkAt(source, node.start, reason)],
  })
  const names =
    node.type === 'ExportNamedDeclaration' ? readNames(node).map(({ imported }) => imported) : []
  const qualifier = node.type === 'TSImportType' ? inner(node, 'qualifier')?.['name'] : undefined
  const all = typeof qualifier === 'string' ? [qualifier] : names
  const targets = all.map((name) => findTarget(module, name, framework, providers))
  if (all.length > 0) {
    const [first] = targets
    const isOne = targets.every((one, at) => one?.module === first?.module && one?.name === all[at])
    if (first !== undefined && isOne)
      return { edits: [replaceLiteral(source, literal, first.module)], left: [] }
    return fail(
      `What is named of "${module}" is in several modules now, or in none: write these imports yourself.`,
    )
  }
  const to = findModule(module, providers)
  if (node.type === 'TSModuleDeclaration' && to !== undefined) {
    return { edits: [replaceLiteral(source, literal, to)], left: [] }
  }
  return fail(`"${module}" is loaded as a whole: import the names that you use from this library.`)
}

/** Adds imports: after those that there are, in the place of a last one that goes, or in front of everything. */
function withAdded(
  { body, text }: Source,
  edits: readonly Edit[],
  added: readonly string[],
): readonly Edit[] {
  if (added.length === 0) return edits
  const last = body.findLast(({ type }) => type === 'ImportDeclaration')
  const end = preferredEnd(text)
  const lines = added.map((one) => one + end).join('\n')
  if (last === undefined) {
    const head = /^#![^\n]*\n/.exec(text)?.[0].length ?? 0
    return [...edits, { start: head, end: head, text: `${lines}\n\n` }]
  }
  const gone = edits.find((edit) => edit.start === last.start && edit.text === '')
  return gone === undefined
    ? [...edits, { start: last.end, end: last.end, text: `\n${lines}` }]
    : edits.map((edit) =>
        edit === gone ? { start: last.start, end: last.end, text: lines } : edit,
      )
}

/** An import of a module of this library. */
export const importText = (source: Source, what: string, module: string): string => {
  const quote = preferredQuote(source.text)
  return `import ${what} from ${quote}${module}${quote}`
}

/** The edits of a file: what a framework changes in it, and what it imports. */
export function moduleEdits(source: Source, part: FilePart, context: ModuleContext): Changed {
  const mentions = packageMentions(source).filter(
    ({ source: module }) => !/^@auth\/\w[\w-]*\/(?:client|components|webauthn)$/.test(module),
  )
  const done = mentions.map((mention) =>
    mention.node.type === 'ImportDeclaration'
      ? importEdits(source, mention, part, context)
      : otherEdits(source, mention, context),
  )
  const edits = [...part.edits, ...done.flatMap((one) => one.edits)]
  return {
    edits: withAdded(source, edits, part.added),
    left: done.flatMap(({ left }) => left),
  }
}

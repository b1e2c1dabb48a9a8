import { posix } from 'node:path'
import type { CookieUse } from '../cookie-names.ts'
import { findDeclaration } from '../options.ts'
import { type Node, type Remark, type Source, inner, items, nameIn, remarkAt } from '../tree.ts'
import { type FilePart, NO_PART, packageMentions, readMentions, readNames } from './module-edits.ts'
import type { Framework } from './packages.ts'

/** An application that is moved. */
export interface Application {
  readonly framework: Framework
  readonly sources: readonly Source[]
  /** Every file that there is. */
  readonly paths: ReadonlySet<string>
  /** The packages of package.json, with their versions. */
  readonly dependencies: ReadonlyMap<string, string>
  readonly until: string
  /** What the code of the application says about the name of its session cookie. */
  readonly cookies: CookieUse
}

/** How an application moves. */
export interface FrameworkPlan {
  /** What changes in a file, by its path. */
  readonly parts: ReadonlyMap<string, FilePart>
  readonly created: ReadonlyMap<string, string>
  readonly removed: ReadonlySet<string>
  /** A file that gets another path. */
  readonly moved: { readonly from: string; readonly to: string } | undefined
  /** Why there is no move: nothing is changed then. */
  readonly stuck: readonly Remark[]
  /** What has to be done by hand beside. */
  readonly left: readonly Remark[]
  readonly look: readonly Remark[]
}

/** Collects what a move changes. */
export class PlanBuilder {
  readonly #parts = new Map<string, FilePart>()
  readonly created: Map<string, string> = new Map()
  readonly removed: Set<string> = new Set()
  #moved: FrameworkPlan['moved']
  readonly stuck: Remark[] = []
  readonly left: Remark[] = []
  readonly look: Remark[] = []

  add({ path }: Source, { edits = [], gone = new Set(), added = [] }: Partial<FilePart>): void {
    const known = this.#parts.get(path) ?? NO_PART
    this.#parts.set(path, {
      edits: [...known.edits, ...edits],
      gone: new Set([...known.gone, ...gone]),
      added: [...new Set([...known.added, ...added])],
    })
  }

  /** Gives a file another path. */
  move({ path: from }: Source, to: string): void {
    this.#moved = { from, to }
  }

  /** Says why the application is left as it is. */
  stop(source: Source, node: Node, reason: string): void {
    this.stuck.push(remarkAt(source, node.start, reason))
  }

  done(): FrameworkPlan {
    const { created, removed, stuck, left, look } = this
    return { parts: this.#parts, created, removed, moved: this.#moved, stuck, left, look }
  }
}

/** A call of a function that a module imports from a package. */
export interface Call {
  readonly source: Source
  readonly call: Node
  readonly arguments: readonly Node[]
}

/** Local names of an export of a package. */
export const localNames = (source: Source, from: string, imported: string): readonly string[] =>
  packageMentions(source)
    .filter(({ node, source: module }) => node.type === 'ImportDeclaration' && module === from)
    .flatMap(({ node }) => readNames(node))
    .filter((one) => one.imported === imported)
    .map(({ local }) => local)

/** The calls of an export of a package. */
export const callsOf = (
  sources: readonly Source[],
  from: string,
  imported: string,
): readonly Call[] =>
  sources.flatMap((source) => {
    const names = localNames(source, from, imported)
    return source.nodes
      .filter(
        (node) =>
          node.type === 'CallExpression' && names.includes(nameIn(inner(node, 'callee')) ?? ''),
      )
      .map((call) => ({ source, call, arguments: items(call, 'arguments') }))
  })

const ENDS = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.js',
  '.jsx',
  '.mjs',
  '/index.ts',
  '/index.tsx',
  '/index.js',
]

/** Folders that the frameworks give a short name. */
const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^\$lib\//, 'src/lib/'],
  [/^[~@]\//, 'src/'],
]

/** The file that an import names. */
export function resolveModule(
  { path }: Source,
  module: string,
  paths: ReadonlySet<string>,
): string | undefined {
  const alias = ALIASES.find(([form]) => form.test(module))
  const full = alias
    ? module.replace(alias[0], alias[1])
    : /^\.\.?(?:\/|$)/.test(module)
      ? posix.join(posix.dirname(path), module)
      : undefined
  if (full === undefined) return undefined
  const bare = full.replace(/\.[cm]?jsx?$/, '')
  return [...ENDS.map((end) => full + end), ...ENDS.slice(1).map((end) => bare + end)].find((one) =>
    paths.has(one),
  )
}

/** What a name at the top of a module stands for, there or in the module that it is imported from. */
export interface Found {
  readonly there: Source
  readonly declared: Node
  readonly local: string
  /** The import, where it is in another module. */
  readonly imported: { readonly statement: Node; readonly module: string } | undefined
}

/** Finds the declaration of a name. */
export function findName(
  source: Source,
  name: string,
  { sources, paths }: Pick<Application, 'sources' | 'paths'>,
): Found | undefined {
  const own = findDeclaration(source, name)
  if (own !== undefined) return { there: source, declared: own, local: name, imported: undefined }
  for (const { node, source: module } of readMentions(source)) {
    const named = readNames(node).find(({ local }) => local === name)
    if (node.type !== 'ImportDeclaration' || named === undefined) continue
    const path = resolveModule(source, module, paths)
    const there = sources.find((one) => one.path === path)
    if (there === undefined) return undefined
    const local = named.imported === 'default' ? defaultName(there) : named.imported
    const declared = local === undefined ? undefined : findDeclaration(there, local)
    if (declared === undefined || local === undefined) return undefined
    return { there, declared, local, imported: { statement: node, module } }
  }
  return undefined
}

/** The name that a module exports as its default. */
function defaultName({ body }: Source): string | undefined {
  const found = body.find(({ type }) => type === 'ExportDefaultDeclaration')
  return nameIn(inner(found, 'declaration'))
}

/** The statement at the top of a module that a node is in. */
export const statementOf = ({ body }: Source, node: Node): Node | undefined =>
  body.find(({ start, end }) => start <= node.start && node.end <= end)

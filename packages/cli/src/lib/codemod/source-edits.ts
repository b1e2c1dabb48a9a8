import type { Found } from './find-move.ts'
import { importEdits, readMentions, readNames } from './imports.ts'
import { mockEdits } from './mocks.ts'
import { configObject, migrateEdits } from './options.ts'
import { packageListEdits } from './package-lists.ts'
import { providerKindEdits } from './provider-kinds.ts'
import type { Resolver } from './resolver.ts'
import { SESSION_READS, emptiedImports, sessionReadEdits } from './session-reads.ts'
import { type Edit, type Source, inner, replaceLiteral } from './tree.ts'
import type { Move } from './version-4.ts'

/** Options of the codemod. */
export interface PlanOptions {
  /** The day until which old sessions count. */
  readonly until: string
  /** Names of the modules of providers. */
  readonly providers: ReadonlySet<string>
  /** The version of this program. */
  readonly version: string
  /** The text of `tsconfig.json` or `jsconfig.json`. */
  readonly paths: string
  /** The major version of Next.js, as far as package.json says. */
  readonly next: number | undefined
}

/** An application that is moved. */
export interface Work {
  readonly options: PlanOptions
  readonly sources: readonly Source[]
  readonly resolver: Resolver
  readonly found: Found
}

/** Whether what a module exports under a name is an object. */
function isObjectElsewhere(source: Source, name: string, { sources, resolver }: Work): boolean {
  for (const { node, source: module } of readMentions(source)) {
    const named = readNames(node).find(({ local }) => local === name)
    if (node.type !== 'ImportDeclaration' || named === undefined) continue
    const path = resolver.resolve(module, source.path)
    const there = sources.find((one) => one.path === path)
    if (there === undefined) return false
    const exported = there.body.find(({ type }) => type === 'ExportDefaultDeclaration')
    const value =
      named.imported === 'default'
        ? inner(exported, 'declaration')
        : { type: 'Identifier', name: named.imported, start: 0, end: 0 }
    return configObject(there, value) !== undefined
  }
  return false
}

/** The configurations of version 5 in a module. */
function resultEdits(source: Source, work: Work): readonly Edit[] {
  const edits = work.found.calls
    .filter((call) => call.source === source && call.version === 5)
    .flatMap(({ argument }) =>
      migrateEdits(source, argument, work.options.until, (name) =>
        isObjectElsewhere(source, name, work),
      ),
    )
  // Two calls may be given the same object.
  return [...new Map(edits.map((edit) => [`${edit.start}:${edit.text}`, edit])).values()]
}

/** Calls that replace functions in tests, and that are changed with them. */
const mocked = (source: Source, { found, resolver }: Work): ReadonlySet<number> =>
  found.move === undefined
    ? new Set()
    : mockEdits(source, found.move.home, resolver, SESSION_READS).handled

/** Imports of a configuration that has moved. */
export function relocationEdits(source: Source, work: Work): readonly Edit[] {
  const { found, resolver } = work
  const home = found.move?.home
  if (home === undefined || home.before === home.after || source.path === home.before) return []
  const handled = mocked(source, work)
  return readMentions(source)
    .filter(({ node }) => !handled.has(node.start))
    .filter(({ source: module }) => resolver.resolve(module, source.path) === home.before)
    .map(({ literal, source: module }) =>
      replaceLiteral(source, literal, resolver.specifier(source.path, home.after, module)),
    )
}

/** Where a file is after: a guard of pages in Next.js 16 runs in Node.js only as `proxy`. */
export function pathAfter({ path }: Source, { found, options }: Work): string {
  const { home } = found.move ?? {}
  if (path === home?.before) return home.after
  const isGuard = found.guards.some(({ source }) => source.path === path)
  const renamed = isGuard && options.next !== undefined && options.next >= 16
  return renamed ? path.replace(/(^|\/)middleware(\.\w+)$/, '$1proxy$2') : path
}

/** Names that are changed where they are used. */
const MOVED_NAMES: ReadonlySet<string> = new Set([...SESSION_READS, 'getToken'])

/** Statements and calls that other edits than those of imports change. */
function skippedPlaces(source: Source, move: Move, work: Work): ReadonlySet<number> {
  const guards = readMentions(source).filter(
    (mention) =>
      mention.source === 'next-auth/middleware' &&
      work.found.guards.some((one) => one.source === source),
  )
  return new Set([
    ...emptiedImports(source),
    ...mocked(source, work),
    ...(move.skipped.get(source.path) ?? []),
    ...guards.map(({ node }) => node.start),
  ])
}

/** Edits of files of version 4 alone. */
function version4Edits(source: Source, move: Move, work: Work): readonly Edit[] {
  const { found, resolver } = work
  const guard = found.guards.find((one) => one.source === source)
  return [
    ...sessionReadEdits(source, move.home, resolver),
    ...(move.edits.get(source.path) ?? []),
    ...providerKindEdits(source),
    ...(guard?.edits(move.home, resolver, pathAfter(source, work)) ?? []),
  ]
}

/**
 * The edits that move a file.
 *
 * @throws NotUnderstood where the file has to be left
 */
export function sourceEdits(source: Source, work: Work): readonly Edit[] {
  const { providers } = work.options
  const { move } = work.found
  const context =
    move === undefined
      ? { providers, skipped: new Set<number>(), handled: new Set<string>() }
      : { providers, skipped: skippedPlaces(source, move, work), handled: MOVED_NAMES }
  return [
    ...importEdits(source, context),
    ...(move === undefined ? [] : version4Edits(source, move, work)),
    ...resultEdits(source, work),
    ...relocationEdits(source, work),
    ...packageListEdits(source),
  ]
}

import { posix } from 'node:path'
import type { FileChange } from '../file-changes.ts'
import type { AppFile } from './files.ts'
import { type Found, attempt, findMove } from './find-move.ts'
import { type Mention, importEdits, readMentions, readNames } from './imports.ts'
import { findingsIn } from './look.ts'
import { changeManifest, readManifest } from './manifest.ts'
import { mockEdits } from './mocks.ts'
import { configObject, migrateEdits } from './options.ts'
import { packageListEdits } from './package-lists.ts'
import { providerKindEdits } from './provider-kinds.ts'
import { neededPackages, readSources, usesNextAuth } from './read-sources.ts'
import { type Resolver, createResolver } from './resolver.ts'
import { SESSION_READS, emptiedImports, requireBrowser, sessionReadEdits } from './session-reads.ts'
import {
  type Edit,
  type Finding,
  type Source,
  applyEdits,
  inner,
  lineAt,
  replaceLiteral,
} from './tree.ts'

/** What the codemod is told. */
export interface PlanOptions {
  /** The day until which old sessions count. */
  readonly until: string
  /** Names of the modules of providers. */
  readonly providers: ReadonlySet<string>
  /** The version of this program. */
  readonly version: string
  /** The text of `tsconfig.json` or `jsconfig.json`. */
  readonly paths: string
  /** The major version of Next.js, as far as package.json tells. */
  readonly next: number | undefined
}

/** What the codemod would do. */
export interface Plan {
  readonly changes: readonly FileChange[]
  /** Files that name next-auth and were not changed. */
  readonly left: readonly Finding[]
  /** Places of changed files that a person has to look at. */
  readonly look: readonly Finding[]
}

interface Work {
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
function relocationEdits(source: Source, work: Work): readonly Edit[] {
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
function pathAfter({ path }: Source, { found, options }: Work): string {
  const { home } = found.move ?? {}
  if (path === home?.before) return home.after
  const isGuard = found.guards.some(({ source }) => source.path === path)
  const renamed = isGuard && options.next !== undefined && options.next >= 16
  return renamed ? path.replace(/(^|\/)middleware(\.\w+)$/, '$1proxy$2') : path
}

/** Names that are changed where they are used. */
const MOVED_NAMES: ReadonlySet<string> = new Set([...SESSION_READS, 'getToken'])

/** @throws NotUnderstood where the file has to be left */
function sourceEdits(source: Source, work: Work): readonly Edit[] {
  const { found, resolver, options } = work
  const { move } = found
  const guard = found.guards.find((one) => one.source === source)
  const guarded =
    guard === undefined || move === undefined
      ? []
      : guard.edits(move.home, resolver, pathAfter(source, work))
  const skipped = new Set([
    ...(move === undefined ? [] : emptiedImports(source)),
    ...mocked(source, work),
    ...(move?.skipped.get(source.path) ?? []),
    ...(guard === undefined
      ? []
      : readMentions(source)
          .filter((mention) => mention.source === 'next-auth/middleware')
          .map(({ node }) => node.start)),
  ])
  const handled = move === undefined ? new Set<string>() : MOVED_NAMES
  if (move === undefined) requireBrowser(source)
  return [
    ...importEdits(source, { providers: options.providers, skipped, handled }),
    ...(move === undefined ? [] : sessionReadEdits(source, move.home, resolver)),
    ...(move?.edits.get(source.path) ?? []),
    ...(move === undefined ? [] : providerKindEdits(source)),
    ...guarded,
    ...resultEdits(source, work),
    ...relocationEdits(source, work),
    ...packageListEdits(source),
  ]
}

/** Files that the move of a configuration makes or removes. */
function movedFiles(files: readonly AppFile[], { found }: Work): readonly FileChange[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const created = [...(found.move?.created ?? [])].map(([path, after]) => ({
    path,
    before: texts.get(path),
    after,
  }))
  const removed = [...(found.move?.removed ?? [])].map((path) => ({
    path,
    before: texts.get(path),
    after: '',
    remove: true as const,
  }))
  return [...created, ...removed]
}

type Changed = { readonly changes: readonly FileChange[] } | { readonly finding: Finding }

function changeSource(source: Source, work: Work): Changed {
  const { path, text: before } = source
  const { move } = work.found
  const to = pathAfter(source, work)
  const replaced = move?.created.has(path) === true || move?.removed.has(path) === true
  if (replaced && to === path) return { changes: [] }
  const done = attempt(source, () => applyEdits(before, sourceEdits(source, work)))
  if ('finding' in done) return done
  if (to === path) return { changes: [{ path, before, after: done.value }] }
  const made = { path: to, before: undefined, after: done.value }
  return { changes: replaced ? [made] : [made, { path, before, after: '', remove: true }] }
}

function manifests(
  files: readonly AppFile[],
  plan: Pick<Plan, 'left'>,
  work: Work,
): readonly FileChange[] {
  const left = neededPackages(work.sources, plan.left)
  const { version } = work.options
  return files
    .filter(({ path }) => posix.basename(path) === 'package.json')
    .flatMap(({ path, text: before }) => {
      if (before === undefined) return []
      return [{ path, before, after: changeManifest(before, { left, version }) }]
    })
}

/** Every package.json that names next-auth and was not understood. */
const manifestFindings = (files: readonly AppFile[]): readonly Finding[] =>
  files.flatMap(({ path, text = '' }) => {
    const at = text.indexOf('"next-auth"')
    const isManifest = posix.basename(path) === 'package.json'
    if (!isManifest || at === -1 || readManifest(text) !== undefined) return []
    return [{ path, line: lineAt(text, at), reason: 'It is not JSON, and was left as it is.' }]
  })

/** What to look at beside the files that change. */
function versionFindings(files: readonly AppFile[], { options, found }: Work): readonly Finding[] {
  const { next } = options
  const text = files.find(({ path }) => path === 'package.json')?.text ?? ''
  const line = lineAt(text, Math.max(0, text.indexOf('"next"')))
  const old: Finding = {
    path: 'package.json',
    line,
    reason: 'Latchstring needs Next.js 15 or 16: move to one of them first.',
  }
  const edge = found.guards
    .filter(({ source }) => next === 15 && posix.basename(source.path).startsWith('middleware.'))
    .map(({ source }) => ({
      path: source.path,
      line: 1,
      reason:
        "Now it loads the configuration. Give its `config` `runtime: 'nodejs'` if that needs Node.js.",
    }))
  return [...(next !== undefined && next < 15 ? [old] : []), ...edge]
}

/** Nothing is changed where a configuration is left: a half of each library signs nobody in. */
function allLeft(named: readonly Source[], left: readonly Finding[], stuck: Finding): Plan {
  const listed = new Set(left.map(({ path }) => path))
  const rest = named
    .filter(({ path }) => !listed.has(path))
    .map(({ path }) => ({
      path,
      line: 1,
      reason: `It waits for the configuration in ${stuck.path}, which is not understood.`,
    }))
  return { changes: [], left: [...left, ...rest], look: [] }
}

const namesNextAuth = ({ source }: Mention): boolean => /^next-auth(?:\/|$)/.test(source)

/** What moves an application from next-auth to this library. */
export function planMove(files: readonly AppFile[], options: PlanOptions): Plan {
  const { sources, left: unread } = readSources(files)
  const paths = new Set(files.map(({ path }) => path))
  const resolver = createResolver(paths, options.paths)
  const found = findMove({ sources, files: paths, resolver, until: options.until })
  const work = { options, sources, resolver, found }
  const known = new Set(found.left.map(({ path }) => path))
  const named = sources.filter(
    (source) =>
      usesNextAuth(source) ||
      found.move?.edits.has(source.path) === true ||
      relocationEdits(source, work).length > 0 ||
      packageListEdits(source).length > 0,
  )
  // Others build on `@auth/core`, too.
  const used =
    sources.some((source) => readMentions(source).some(namesNextAuth)) ||
    files.some(
      ({ path, text }) =>
        posix.basename(path) === 'package.json' &&
        /"(?:next-auth|@latchstring\/next)"/.test(text ?? ''),
    )
  if (!used) return { changes: [], left: [], look: [] }
  const done = named
    .filter(({ path }) => !known.has(path))
    .map((source) => ({ source, result: changeSource(source, work) }))
  const failed = done.flatMap(({ result }) => ('finding' in result ? [result.finding] : []))
  const left = [...unread, ...found.left, ...failed]
  const homes = new Set([...found.calls.map(({ source }) => source.path), found.move?.home.before])
  const stuck = found.stuck ?? failed.find(({ path }) => homes.has(path))
  if (stuck !== undefined) return allLeft(named, left, stuck)
  const changes = done.flatMap(({ result }) => ('changes' in result ? result.changes : []))
  const isVersion4 = found.move !== undefined
  return {
    changes: [...changes, ...movedFiles(files, work), ...manifests(files, { left }, work)].filter(
      ({ before, after, remove }) => before !== after || remove === true,
    ),
    left,
    look: [
      ...sources
        .filter(({ path }) => !left.some((one) => one.path === path))
        .flatMap((source) => findingsIn(source, isVersion4)),
      ...versionFindings(files, work),
      ...manifestFindings(files),
    ],
  }
}

import type { FileChange } from '../file-changes.ts'
import { type InitCall, initCalls } from './configuration.ts'
import type { AppFile } from './files.ts'
import { importEdits, readMentions, readNames } from './imports.ts'
import { changeManifest } from './manifest.ts'
import { isNextAuth } from './names.ts'
import { migrateEdits, configObject } from './options.ts'
import { type Resolver, createResolver } from './resolver.ts'
import {
  type Edit,
  type Finding,
  NotUnderstood,
  type Source,
  applyEdits,
  findingAt,
  inner,
  lineAt,
  readSource,
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
}

/** What the codemod would do. */
export interface Plan {
  readonly changes: readonly FileChange[]
  /** Files that name next-auth and were not changed. */
  readonly left: readonly Finding[]
  /** Places of changed files that a person has to look at. */
  readonly look: readonly Finding[]
}

const MENTIONED = /next-?auth|@auth\/core/i

interface Read {
  readonly sources: readonly Source[]
  readonly left: readonly Finding[]
}

function readAll(files: readonly AppFile[]): Read {
  const sources: Source[] = []
  const left: Finding[] = []
  for (const { path, text } of files) {
    if (path.endsWith('package.json')) continue
    if (text === undefined) {
      left.push({ path, line: 1, reason: 'It is not in UTF-8.' })
      continue
    }
    if (!MENTIONED.test(text)) continue
    try {
      sources.push(readSource(path, text))
    } catch (error) {
      const at = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0
      left.push({ path, line: lineAt(text, at), reason: 'Its syntax is not understood.' })
    }
  }
  return { sources, left }
}

/** Whether what a module exports under a name is an object. */
function isObjectElsewhere(
  source: Source,
  name: string,
  sources: readonly Source[],
  resolver: Resolver,
): boolean {
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

interface Work {
  readonly options: PlanOptions
  readonly sources: readonly Source[]
  readonly resolver: Resolver
}

function resultEdits({ source, argument }: InitCall, work: Work): readonly Edit[] {
  const { options, sources, resolver } = work
  return migrateEdits(source, argument, options.until, (name) =>
    isObjectElsewhere(source, name, sources, resolver),
  )
}

/** Edits of one place each: two calls may be given the same object. */
const distinct = (edits: readonly Edit[]): readonly Edit[] => [
  ...new Map(edits.map((edit) => [`${edit.start}:${edit.end}:${edit.text}`, edit])).values(),
]

/** @throws NotUnderstood where the file has to be left */
function sourceEdits(source: Source, work: Work): readonly Edit[] {
  const calls = initCalls(source)
  const old = calls.find(({ version }) => version === 4)
  if (old !== undefined) {
    throw new NotUnderstood(old.call.start, 'This is a handler of version 4.')
  }
  const { providers } = work.options
  return [
    ...importEdits(source, { providers, skipped: new Set(), handled: new Set() }),
    ...distinct(calls.flatMap((call) => resultEdits(call, work))),
  ]
}

type Changed =
  | { readonly change: FileChange; readonly left?: undefined }
  | { readonly change?: undefined; readonly left: Finding }

function changeSource(source: Source, work: Work): Changed {
  const { path, text: before } = source
  try {
    return { change: { path, before, after: applyEdits(before, sourceEdits(source, work)) } }
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    return { left: findingAt(source, error.at, error.message) }
  }
}

/** The packages that the files that were left name. */
function neededBy(sources: readonly Source[], left: readonly Finding[]): ReadonlySet<string> {
  const paths = new Set(left.map(({ path }) => path))
  return new Set(
    sources
      .filter(({ path }) => paths.has(path))
      .flatMap(readMentions)
      .filter(({ source }) => isNextAuth(source))
      .map(({ source }) =>
        source
          .split('/')
          .slice(0, source.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  )
}

function manifests(
  files: readonly AppFile[],
  left: ReadonlySet<string>,
  version: string,
): readonly FileChange[] {
  return files
    .filter(({ path }) => path.endsWith('package.json'))
    .flatMap(({ path, text: before }) =>
      before === undefined
        ? []
        : [{ path, before, after: changeManifest(before, { left, version }) }],
    )
}

/** What moves an application from next-auth to this library. */
export function planMove(files: readonly AppFile[], options: PlanOptions): Plan {
  const { sources, left: unread } = readAll(files)
  const resolver = createResolver(new Set(files.map(({ path }) => path)), options.paths)
  const work = { options, sources, resolver }
  const named = sources.filter((source) =>
    readMentions(source).some(({ source: module }) => isNextAuth(module)),
  )
  const done = named.map((source) => changeSource(source, work))
  const left = [...unread, ...done.flatMap((one) => one.left ?? [])]
  const changes = done.flatMap(({ change }) => change ?? [])
  return {
    changes: [...changes, ...manifests(files, neededBy(sources, left), options.version)].filter(
      ({ before, after }) => before !== after,
    ),
    left,
    look: [],
  }
}

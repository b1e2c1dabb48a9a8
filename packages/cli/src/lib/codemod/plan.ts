import { posix } from 'node:path'
import type { FileChange } from '../file-changes.ts'
import type { AppFile } from './files.ts'
import { attempt, findMove } from './find-move.ts'
import { type Mention, readMentions } from './imports.ts'
import { findReviewRemarks } from './review.ts'
import { changeManifest, parseManifest } from './manifest.ts'
import { packageListEdits } from './package-lists.ts'
import { neededPackages, readSources, usesNextAuth } from './read-sources.ts'
import { createResolver } from './resolver.ts'
import { serverCallFindings } from './session-reads.ts'
import {
  type PlanOptions,
  type Work,
  pathAfter,
  relocationEdits,
  sourceEdits,
} from './source-edits.ts'
import { type Remark, type Source, applyEdits, lineAt } from './tree.ts'

/** What the codemod would do. */
export interface Plan {
  readonly changes: readonly FileChange[]
  /** Files that name next-auth and were not changed, and calls that would reject. */
  readonly left: readonly Remark[]
  /** Places of changed files that a person has to look at. */
  readonly look: readonly Remark[]
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

type Changed = { readonly changes: readonly FileChange[] } | { readonly finding: Remark }

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
const manifestFindings = (files: readonly AppFile[]): readonly Remark[] =>
  files.flatMap(({ path, text = '' }) => {
    const at = text.indexOf('"next-auth"')
    const isManifest = posix.basename(path) === 'package.json'
    if (!isManifest || at === -1 || parseManifest(text) !== undefined) return []
    return [{ path, line: lineAt(text, at), reason: 'It is not JSON, and was left as it is.' }]
  })

/** Remarks about files that do not change. */
function versionFindings(files: readonly AppFile[], { options, found }: Work): readonly Remark[] {
  const { next } = options
  const text = files.find(({ path }) => path === 'package.json')?.text ?? ''
  const line = lineAt(text, Math.max(0, text.indexOf('"next"')))
  const old: Remark = {
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

/** Nothing is changed where a configuration is left: half of each library signs no user in. */
function allLeft(named: readonly Source[], left: readonly Remark[], stuck: Remark): Plan {
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

/** Plans the move of an application from next-auth to this library. */
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
    sources.some((source) => serverCallFindings(source, false).length > 0) ||
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
  // Files that are changed, and where something still has to be.
  const unfinished = sources
    .filter(({ path }) => !left.some((one) => one.path === path))
    .flatMap((source) => serverCallFindings(source, found.move !== undefined))
  const isVersion4 = found.move !== undefined
  return {
    changes: [...changes, ...movedFiles(files, work), ...manifests(files, { left }, work)].filter(
      ({ before, after, remove }) => before !== after || remove === true,
    ),
    left: [...left, ...unfinished],
    look: [
      ...sources
        .filter(({ path }) => !left.some((one) => one.path === path))
        .flatMap((source) => findReviewRemarks(source, isVersion4)),
      ...versionFindings(files, work),
      ...manifestFindings(files),
    ],
  }
}

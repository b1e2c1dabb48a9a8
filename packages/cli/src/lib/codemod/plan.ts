import { posix } from 'node:path'
import { lineEnd } from '../env-file.ts'
import type { FileChange } from '../file-changes.ts'
import { countInstances, importedVersion, initCalls } from './configuration.ts'
import { cookieMembers, findCookieUse } from './cookie-names.ts'
import type { AppFile } from './files.ts'
import { attempt, findMove } from './find-move.ts'
import { addedTypes, splitImports, withLineEnds } from './import-statements.ts'
import { changeManifest, manifestAliases, manifestFindings } from './manifest.ts'
import { type Mention, readMentions } from './mentions.ts'
import type { KeptGuard } from './kept-guard.ts'
import { createModules } from './modules.ts'
import { operationNames, serverCallFindings } from './server-calls.ts'
import { packageListEdits } from './package-lists.ts'
import { neededPackages, readSources, usesNextAuth } from './read-sources.ts'
import { danglingImports, goneHandlers } from './removed-files.ts'
import { createResolver } from './resolver.ts'
import { review } from './review.ts'
import { SESSION_READS } from './session-reads.ts'
import {
  type PlanOptions,
  type Work,
  pathAfter,
  relocationEdits,
  sourceEdits,
  tokenCookie,
} from './source-edits.ts'
import { tokenFindings } from './token-calls.ts'
import { readsBySession } from './token-reads.ts'
import {
  NotUnderstood,
  type Remark,
  type Source,
  applyEdits,
  readSource,
  remarkAt,
} from './tree.ts'

/** What the codemod would do. */
export interface Plan {
  readonly changes: readonly FileChange[]
  /** What is not understood, or known not to work, and has to be changed by hand. */
  readonly left: readonly Remark[]
  /** What may behave otherwise. */
  readonly look: readonly Remark[]
}

/** Files that the move of a configuration makes or removes. */
function movedFiles(files: readonly AppFile[], { found }: Work): readonly FileChange[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const modules = new Map(found.kept.map(({ path, text }) => [path, text]))
  const created = [...(found.move?.created ?? []), ...modules].map(([path, after]) => ({
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

/** What becomes of a module. */
interface Changed {
  readonly changes: readonly FileChange[]
  /** Names that keep their import. */
  readonly left: readonly Remark[]
  /** Why nothing else of it was changed. */
  readonly failed: Remark | undefined
}

/** @throws NotUnderstood where the edits do not fit together */
function changedText(source: Source, work: Work): { text: string; left: readonly Remark[] } {
  const { edits, left } = sourceEdits(source, work)
  try {
    const text = applyEdits(source.text, edits)
    readSource(source.path, text)
    return { text, left }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NotUnderstood(0, `Its changes do not fit together (${reason}).`)
  }
}

/** @param original - the module as the file has it */
function changeSource(source: Source, original: Source, work: Work): Changed {
  const { path } = source
  const { text: before } = original
  const { move } = work.found
  const to = pathAfter(source, work)
  const replaced = move?.created.has(path) === true || move?.removed.has(path) === true
  if (replaced && to === path) return { changes: [], left: [], failed: undefined }
  const done = attempt(source, () => changedText(source, work))
  if ('finding' in done) {
    const after = applyEdits(before, relocationEdits(original, work))
    return { changes: [{ path, before, after }], left: [], failed: done.finding }
  }
  const after = withLineEnds(done.value.text, before, lineEnd(before))
  const { left } = done.value
  if (to === path) return { changes: [{ path, before, after }], left, failed: undefined }
  const made = { path: to, before: undefined, after }
  const changes = replaced ? [made] : [made, { path, before, after: '', remove: true as const }]
  return { changes, left, failed: undefined }
}

/** The modules as they are after the changes. */
function sourcesAfter(
  sources: readonly Source[],
  changes: readonly FileChange[],
): readonly Source[] {
  const changed = new Map(changes.map((one) => [one.path, one]))
  const kept = sources.filter(({ path }) => !changed.has(path))
  const made = changes
    .filter(({ remove, path }) => remove !== true && !path.endsWith('.json'))
    .map(({ path, after }) => readSource(path, after))
  return [...kept, ...made]
}

const manifests = (
  files: readonly AppFile[],
  left: ReadonlySet<string>,
  { options: { version } }: Work,
): readonly FileChange[] =>
  files
    .filter(({ path }) => posix.basename(path) === 'package.json')
    .flatMap(({ path, text: before }) => {
      if (before === undefined) return []
      return [{ path, before, after: changeManifest(before, { left, version }) }]
    })

/** Nothing is changed where a configuration is left: half of each library signs no user in. */
function allLeft(named: readonly Source[], left: readonly Remark[], stuck: Remark): Plan {
  const own = left.map((one) =>
    one.path === stuck.path && one.line === stuck.line
      ? { ...one, kind: 'configuration' as const }
      : one,
  )
  const listed = new Set(left.map(({ path }) => path))
  const rest = named
    .filter(({ path }) => !listed.has(path))
    .map(({ path }) => ({
      path,
      line: 1,
      reason: `It waits for the configuration in ${stuck.path}, which is not understood.`,
      kind: 'other' as const,
    }))
  return { changes: [], left: [...own, ...rest], look: [] }
}

const namesNextAuth = ({ source }: Mention): boolean => /^next-auth(?:\/|$)/.test(source)

/** Whether an application uses next-auth, or has. Others build on `@auth/core`, too. */
const isUsed = (files: readonly AppFile[], sources: readonly Source[]): boolean =>
  sources.some((source) => readMentions(source).some(namesNextAuth)) ||
  sources.some((source) => serverCallFindings(source, undefined).length > 0) ||
  files.some(
    ({ path, text }) =>
      posix.basename(path) === 'package.json' &&
      /"(?:next-auth|@latchstring\/next)"/.test(text ?? ''),
  )

/** Whether something of the application is written for version 4. */
const hasVersion4 = (sources: readonly Source[], { nextAuth }: PlanOptions): boolean =>
  sources.some((source) => {
    const calls = attempt(source, () => initCalls(source, nextAuth))
    return 'finding' in calls || calls.value.some(({ version }) => version === 4)
  })

/** Reads an application, and finds out how it moves. */
function prepare(
  files: readonly AppFile[],
  given: PlanOptions,
): {
  readonly work: Work
  readonly originals: readonly Source[]
  readonly unread: readonly Remark[]
} {
  const { sources: originals, left: unread } = readSources(files)
  const options = { ...given, nextAuth: given.nextAuth ?? importedVersion(originals) }
  const added = addedTypes(originals)
  const isVersion4 = hasVersion4(originals, options)
  const handled = isVersion4 ? SESSION_READS : new Set<string>()
  const { providers } = options
  const sources = originals.map((source) => splitImports(source, { providers, added, handled }))
  const paths = new Set(files.map(({ path }) => path))
  const configs = new Map(
    files.flatMap(({ path, text }) =>
      /config[\w.-]*\.json$/.test(path) && text !== undefined ? [[path, text]] : [],
    ),
  )
  const modules = createModules(files, sources, createResolver(paths, configs))
  const cookies = findCookieUse(sources, isVersion4 ? 4 : 5)
  const found = findMove({
    ...options,
    sources,
    files: paths,
    modules,
    operations: operationNames(sources),
    members: cookieMembers(cookies.kept),
    ...tokenCookie(cookies),
  })
  return { work: { options, sources, modules, found, added, cookies }, originals, unread }
}

const keptRemark = ({ source, path }: KeptGuard): Remark =>
  remarkAt(
    source,
    0,
    `This guard goes on reading the token, by \`withAuth\` in ${path}: \`auth\` with the callback \`authorized\` does more (docs/protect.md).`,
    'other',
  )

/** What of changed files is left or may behave otherwise. */
function remarks(files: readonly AppFile[], work: Work): Pick<Plan, 'left' | 'look'> {
  const { sources, modules, found, cookies } = work
  const { move, guards } = found
  const { isNamedElsewhere } = tokenCookie(cookies)
  const homes = sources.filter((source) => countInstances(source) > 0)
  const count = homes.map(countInstances).reduce((sum, one) => sum + one, 0)
  const isSplit = count > 1 || guards.some(({ place }) => place.own !== undefined)
  const isVersion4 = move !== undefined
  const done = review({ sources, modules, homes, cookies, isSplit, isVersion4 })
  return {
    left: [
      ...sources.flatMap((source) => serverCallFindings(source, move?.home)),
      ...sources
        .filter((source) => move === undefined || !readsBySession(source, move.home.members))
        .flatMap((source) => tokenFindings(source, isNamedElsewhere)),
      ...done.left,
      ...manifestAliases(files),
    ],
    look: [
      ...done.look,
      ...(move?.look ?? []),
      ...found.kept.map(keptRemark),
      ...manifestFindings(files),
    ],
  }
}

/** Plans the move of an application from next-auth to this library. */
export function planMove(files: readonly AppFile[], options: PlanOptions): Plan {
  const { work, originals, unread } = prepare(files, options)
  const { sources, found, modules } = work
  if (!isUsed(files, originals)) return { changes: [], left: [], look: [] }
  const known = new Set(found.left.map(({ path }) => path))
  const named = sources.filter(
    (source) =>
      usesNextAuth(source) ||
      found.move?.edits.has(source.path) === true ||
      relocationEdits(source, work).length > 0 ||
      packageListEdits(source).length > 0,
  )
  const originalOf = new Map(originals.map((one) => [one.path, one]))
  const done = named
    .filter(({ path }) => !known.has(path))
    .map((source) => changeSource(source, originalOf.get(source.path) ?? source, work))
  const failed = done.flatMap((one) => one.failed ?? [])
  const left = [...unread, ...found.left, ...failed]
  const homes = new Set([...found.calls.map(({ source }) => source.path), found.move?.home.before])
  const stuck = found.stuck ?? failed.find(({ path }) => homes.has(path))
  if (stuck !== undefined) return allLeft(named, left, stuck)
  const changes = [...done.flatMap((one) => one.changes), ...movedFiles(files, work)]
  const after = sourcesAfter(originals, changes)
  const whole = new Set(left.map(({ path }) => path))
  const more = remarks(files, work)
  return {
    changes: [...changes, ...manifests(files, neededPackages(after), work)].filter(
      ({ before, after: text, remove }) => before !== text || remove === true,
    ),
    left: [
      ...left,
      ...done.flatMap((one) => one.left),
      ...danglingImports(files, changes, after, modules),
      ...goneHandlers(sources, found.move?.home, modules),
      ...more.left.filter(({ path }) => !whole.has(path)),
    ],
    look: more.look.filter(({ path }) => !whole.has(path)),
  }
}

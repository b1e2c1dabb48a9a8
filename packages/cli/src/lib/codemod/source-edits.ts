import type { Found } from './find-move.ts'
import { guardRuntime } from './guard-place.ts'
import { type ImportEdits, importEdits } from './imports.ts'
import { readMentions } from './mentions.ts'
import { authorizeEdits } from './authorize-request.ts'
import { signOutEdits } from './event-edits.ts'
import { findIdleGuard } from './idle-guard.ts'
import { mockEdits } from './mocks.ts'
import { type Modules, findUsed } from './modules.ts'
import type { Move } from './move.ts'
import { configObject, migrateEdits } from './options.ts'
import { packageListEdits } from './package-lists.ts'
import { providerKindEdits, slackEdits } from './provider-edits.ts'
import { saltEdits } from './salt.ts'
import { removal } from './statements.ts'
import { userIdEdits } from './user-id.ts'
import { readsBySession } from './token-reads.ts'
import { type CookieUse, cookieMembers } from './cookie-names.ts'
import { type TokenContext, tokenCallEdits } from './token-calls.ts'
import { callbackEdits, narrowTypeEdits, oldOptionEdits, userTypeEdits } from './type-edits.ts'
import type { Versions } from './versions.ts'
import { SESSION_READS, emptiedImports, sessionReadEdits } from './session-reads.ts'
import { type Edit, type Source, inner, preferredQuote, replaceLiteral } from './tree.ts'

/** Options of the codemod. */
export interface PlanOptions extends Versions {
  /** The day until which old sessions count. */
  readonly until: string
  /** Names of the modules of providers. */
  readonly providers: ReadonlySet<string>
  /** The version of this program. */
  readonly version: string
}

/** An application that is moved. */
export interface Work {
  readonly options: PlanOptions
  readonly sources: readonly Source[]
  readonly modules: Modules
  readonly found: Found
  /** Types that the application has itself added to modules of next-auth. */
  readonly added: ReadonlySet<string>
  /** What the code of the application says about the name of its session cookie. */
  readonly cookies: CookieUse
}

/** Whether what a module exports under a name is an object. */
function isObjectElsewhere(source: Source, name: string, { modules }: Work): boolean {
  const found = findUsed(source, name, modules)
  if (found === undefined) return false
  const { there, declared } = found
  return configObject(there, inner(declared, 'init') ?? declared) !== undefined
}

/** The configurations of version 5 in a module. */
function resultEdits(source: Source, work: Work): readonly Edit[] {
  const quote = preferredQuote(source.text)
  const members = cookieMembers(work.cookies.kept?.replaceAll("'", quote))
  const edits = work.found.calls
    .filter((call) => call.source === source && call.version === 5)
    .flatMap(({ argument }) =>
      migrateEdits(source, argument, {
        until: work.options.until,
        members,
        elsewhere: (name) => isObjectElsewhere(source, name, work),
      }),
    )
  // Two calls may be given the same object.
  return [...new Map(edits.map((edit) => [`${edit.start}:${edit.text}`, edit])).values()]
}

/** Calls that replace functions in tests, and that are changed with them. */
const mocked = (source: Source, { found, modules }: Work): ReadonlySet<number> =>
  found.move === undefined
    ? new Set()
    : mockEdits(source, found.move.home, modules.resolver, SESSION_READS).handled

/** Imports of a configuration that has moved. */
export function relocationEdits(source: Source, work: Work): readonly Edit[] {
  const { found, modules } = work
  const { resolver } = modules
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
export function pathAfter({ path }: Source, { found, modules, options }: Work): string {
  const { home } = found.move ?? {}
  if (path === home?.before) return home.after
  const isGuard =
    found.guards.some(({ guard }) => guard.source.path === path) ||
    found.kept.some(({ source, isDefault }) => isDefault && source.path === path)
  const isProxy = isGuard && guardRuntime(path, options.next) === 'proxy'
  const proxy = path.replace(/(^|\/)middleware(\.\w+)$/, '$1proxy$2')
  return isProxy && modules.find(proxy) === undefined ? proxy : path
}

/** Statements and calls that other edits than those of imports change. */
function skippedPlaces(source: Source, move: Move, work: Work): ReadonlySet<number> {
  const guards = readMentions(source).filter(
    (mention) =>
      mention.source === 'next-auth/middleware' &&
      [...work.found.guards.map(({ guard }) => guard), ...work.found.kept].some(
        (one) => one.source === source,
      ),
  )
  const idle = findIdleGuard(source)
  return new Set([
    ...(idle === undefined ? [] : [idle.start]),
    ...emptiedImports(source, move.home),
    ...mocked(source, work),
    ...(move.skipped.get(source.path) ?? []),
    ...guards.map(({ node }) => node.start),
  ])
}

/** Edits of files of version 4 alone. */
function version4Edits(source: Source, move: Move, work: Work): readonly Edit[] {
  const placed = work.found.guards.find(({ guard }) => guard.source === source)
  const idle = findIdleGuard(source)
  return [
    ...sessionReadEdits(source, move.home, work.modules.resolver),
    ...(move.edits.get(source.path) ?? []),
    ...(idle === undefined ? [] : [removal(source, idle)]),
    ...providerKindEdits(source),
    ...authorizeEdits(source),
    ...saltEdits(source),
    ...signOutEdits(source),
    ...userIdEdits(source, work.sources, move.home.before),
    ...(placed?.guard.edits(placed.place) ?? []),
    ...(work.found.kept.find((one) => one.source === source)?.edits ?? []),
  ]
}

/** The cookie that `getToken` reads. */
export const tokenCookie = ({
  kept,
  own,
}: CookieUse): Pick<TokenContext, 'cookieName' | 'isNamedElsewhere'> => ({
  cookieName: kept ?? own?.code,
  isNamedElsewhere: own !== undefined && own.code === undefined,
})

/** `getToken`, where it does not become a read of the session. */
function tokenEdits(source: Source, work: Work): readonly Edit[] {
  const { move } = work.found
  if (move !== undefined && readsBySession(source, move.home.members)) return []
  const { cookies, options } = work
  const isVersion4 = move !== undefined || options.nextAuth === 4
  return tokenCallEdits(source, { ...tokenCookie(cookies), until: options.until, isVersion4 })
}

/**
 * The edits that move a file, and what of it is left.
 *
 * @throws NotUnderstood where the file has to be left as a whole
 */
export function sourceEdits(source: Source, work: Work): ImportEdits {
  const { added, options, found } = work
  const { move } = found
  const base = { providers: options.providers, added }
  const imports = importEdits(
    source,
    move === undefined
      ? { ...base, skipped: new Set<number>(), handled: new Set<string>() }
      : { ...base, skipped: skippedPlaces(source, move, work), handled: SESSION_READS },
  )
  const edits = [
    ...imports.edits,
    ...(move === undefined ? [] : version4Edits(source, move, work)),
    ...resultEdits(source, work),
    ...tokenEdits(source, work),
    ...relocationEdits(source, work),
    ...packageListEdits(source),
    ...slackEdits(source),
    ...callbackEdits(source),
    ...narrowTypeEdits(source),
    ...oldOptionEdits(source),
    ...userTypeEdits(source, work.sources, move === undefined),
  ]
  // A piece that is replaced as a whole needs no other change.
  const outer = edits.filter(
    (edit) => !edits.some((one) => one.start < edit.start && edit.end < one.end),
  )
  return { edits: outer, left: imports.left }
}

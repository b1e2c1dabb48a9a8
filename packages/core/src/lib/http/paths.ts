import { InvalidConfiguration } from '../errors/classes.ts'
import { findSpellings, foldPath } from './path-variants.ts'

/** The input of a {@link PathMatcher}: a request, an address, or a path with or without a query. */
export type PathSource = string | { readonly pathname: string } | { readonly url: string }

/** Whether a path may lead to one of the pages that the patterns name. */
export type PathMatcher = (source: PathSource) => boolean

/** Mistakes in patterns, and what to write instead; the first that applies is reported. */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^(?!\/)/, 'does not begin with a slash. Write "/" in front of it'],
  [/[?#]/, 'has a query or a fragment. Write the path alone'],
  [
    /\*(?!$)|(?<!\/)\*/,
    'has a "*" that is not the last segment. Write "/*" at the end, or nothing',
  ],
  [
    /[\\^$|()[\]{}+]|\/:/,
    'has characters of a regular expression or of a route. Write each path, or its beginning and "/*"; encode what belongs to the path ("%2B" for "+")',
  ],
  [/\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i, 'has an empty segment, "." or "..". Write it without'],
  [/%(?:2f|5c)/i, 'has an encoded slash. Write the beginning of the path and "/*"'],
  [/\p{Cc}|%(?![\da-f]{2})/iu, 'has a control character or a lone "%". Encode it'],
]

function compile(pattern: string): (path: string) => boolean {
  const problem = PROBLEMS.find(([wrong]) => wrong.test(pattern))?.[1]
  if (problem !== undefined) {
    throw new InvalidConfiguration(`The path pattern "${pattern}" ${problem}.`)
  }
  const page = foldPath(pattern.replace(/(?:\/|\/\*)$/, ''))
  if (!pattern.endsWith('*')) return (path) => path === page
  const folder = page === '/' ? page : `${page}/`
  return (path) => path === page || path.startsWith(folder)
}

/** The path of a source, resolved as in a URL, and as written. */
function readPaths(source: PathSource): readonly [pathname: string, written: string] | undefined {
  if (typeof source === 'object' && 'pathname' in source) return [source.pathname, source.pathname]
  const text = typeof source === 'string' ? source : source.url
  if (!text.startsWith('/')) {
    const pathname = URL.canParse(text) ? new URL(text).pathname : undefined
    return pathname === undefined ? undefined : [pathname, pathname]
  }
  const [written = ''] = text.split(/[?#]/, 1)
  return [new URL(`http://localhost${written}`).pathname, written]
}

/**
 * Compiles a rule about many pages: a function that says whether a path leads to one of them, however it is written. Capitals,
 * encoded characters, slashes and dots too many, parameters after a `;` and the addresses under which routers serve the data of a
 * page make no difference. A path that cannot be decoded matches every rule.
 *
 * The rule errs on the side of "yes", so use it for what is closed. Within the `authorized` callback it can also say what is open:
 * there it is asked about each spelling, and one "no" is enough.
 *
 * @param patterns - paths as the browser shows them: `/admin` is that page, `/members/*` that page and all below it, `/*`
 * everything
 * @throws InvalidConfiguration when a pattern is anything else
 *
 * @example
 * ```ts
 * import { createAuth, paths } from '@latchstring/core'
 *
 * const closed = paths('/members/*', '/admin')
 *
 * export const auth = createAuth({
 *   providers: [],
 *   callbacks: { authorized: ({ auth: session, request }) => session !== null || !closed(request) },
 * })
 * ```
 */
export function paths(...patterns: readonly [string, ...string[]]): PathMatcher {
  if (patterns.length === 0) {
    throw new InvalidConfiguration('`paths` has no pattern. Name a path, such as "/members/*".')
  }
  const rules = patterns.map(compile)
  return (source) => {
    const known = readPaths(source)
    const spellings = known && findSpellings(known[0], [known[1]])
    return spellings?.some((path) => rules.some((matches) => matches(path))) ?? true
  }
}

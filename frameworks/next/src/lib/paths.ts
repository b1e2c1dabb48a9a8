import { paths as pathsOfTheCore, type PathMatcher, type PathSource } from '@latchstring/core'

interface Located {
  readonly nextUrl: { readonly pathname: string }
}

/** A request of Next.js, by what it has: each bundle of an application may have a class of its own. */
const isLocated = (source: PathSource | Located): source is Located =>
  typeof source === 'object' && 'nextUrl' in source

/** Where a rule looks for the path: without the base path and the locale of the application, where Next.js knows them. */
const locate = (source: PathSource | Located): PathSource =>
  isLocated(source) ? source.nextUrl : source

/**
 * Compiles a rule about many pages: a function that says whether a path leads to one of them, however it is written. Capitals,
 * encoded characters, slashes and dots too many, parameters after a `;` and the addresses under which Next.js serves the data of
 * a page make no difference. What cannot be read leads everywhere. Like `nextUrl.pathname`, patterns are without `basePath`.
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
 * import Latchstring, { paths } from '@latchstring/next'
 *
 * const closed = paths('/members/*', '/admin')
 *
 * export const { handlers, auth } = Latchstring({
 *   providers: [],
 *   callbacks: { authorized: ({ auth: session, request }) => session !== null || !closed(request) },
 * })
 * ```
 */
export function paths(...patterns: readonly [string, ...string[]]): PathMatcher {
  const matches = pathsOfTheCore(...patterns)
  return (source) => matches(locate(source))
}

import { paths as pathsOfTheCore, type PathMatcher, type PathSource } from '@latchstring/core'

interface Located {
  readonly nextUrl: { readonly pathname: string }
}

/** Whether a request is one of Next.js, by its members: each bundle of an application may have its own class. */
const isLocated = (source: PathSource | Located): source is Located =>
  typeof source === 'object' && 'nextUrl' in source

/** Returns the path that a rule is compared with: without base path and locale, if Next.js provides them. */
const locate = (source: PathSource | Located): PathSource =>
  isLocated(source) ? source.nextUrl : source

/**
 * Compiles patterns of pages to a function that returns whether a path leads to one of them, in any spelling. Case, encoded
 * characters, extra slashes and dots, parameters after a `;` and the URLs of page data of Next.js make no difference. A path that
 * cannot be parsed matches every pattern. Like `nextUrl.pathname`, patterns are without `basePath`.
 *
 * In doubt a path matches, so use patterns for protected pages. Within the `authorized` callback patterns can also list public
 * pages: the callback is called with each spelling of the path, and one `false` refuses the request.
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
 * export const { handlers, auth, signIn, signOut } = Latchstring({
 *   providers: [],
 *   callbacks: { authorized: ({ auth: session, request }) => session !== null || !closed(request) },
 * })
 * ```
 */
export function paths(...patterns: readonly [string, ...string[]]): PathMatcher {
  const matches = pathsOfTheCore(...patterns)
  return (source) => matches(locate(source))
}

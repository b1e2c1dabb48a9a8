import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidRequest } from '../errors/classes.ts'
import { parseAddress } from '../http/incoming.ts'
import { escapePath, findSpellings } from '../http/path-variants.ts'
import { pathOfRoute } from '../request/context.ts'
import type { KnownSignIn } from '../sessions/strategy.ts'
import type { SessionRead, SessionSource } from '../types/operations.ts'
import type { UnreadSession } from './server-session.ts'

/** A request to decide about. */
export interface AuthorizeInput<S> {
  readonly request: Request
  /** The address that the browser asked for. */
  readonly url: URL
  /** The session of the request, read for the server. */
  readonly read: SessionRead<S>
  /** Why the session could not be read. */
  readonly unread?: UnreadSession | undefined
  readonly page: boolean
  /** How the session began. */
  readonly known?: (() => Promise<KnownSignIn>) | undefined
  /** Where the session is read from, if there is no request of the framework. */
  readonly source?: SessionSource | undefined
  /** The path in the request line, where the framework knows it. */
  readonly path?: string | undefined
  /** Another path of the page, where middleware rewrites addresses. */
  readonly otherPath?: string | undefined
  /** The same below the path of the application. */
  readonly routePath?: string | undefined
  /** Makes the request that the callback is asked about when a router may read the path in another way. */
  readonly copy?: ((url: string) => Request) | undefined
  /** Nothing but the callback can refuse the request. */
  readonly sole?: boolean | undefined
}

export const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** The path of a request line: without origin and query, which may be in there as well. */
const pathIn = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')

/**
 * Whether the page is reached by this address alone: without its `..` segments it leads elsewhere where the router does not
 * resolve them, and where it was rewritten the router shows another page.
 */
export function isOnlyAddress({ request, url, path, otherPath }: AuthorizeInput<object>): boolean {
  const known = [url.pathname, parseAddress(request.url).pathname]
  if (path !== undefined && !known.includes(pathIn(path))) return false
  if (otherPath === undefined) return true
  return known.map(withoutSlash).includes(withoutSlash(escapePath(pathIn(otherPath))))
}

/** The request without its body, which the callback is not to read. */
export function copyRequest({ method, headers, signal }: Request, url: string): Request {
  return new Request(url, { method, headers, signal })
}

/** The other addresses of the page: what a router may read the path as, and what middleware has rewritten it to. */
export function otherAddresses({
  request,
  path,
  otherPath,
}: AuthorizeInput<object>): readonly string[] {
  const { pathname, search } = parseAddress(request.url)
  const others = [path, otherPath].flatMap((one) => (one === undefined ? [] : pathIn(one)))
  const spellings = findSpellings(pathname, others)
  if (spellings === undefined) {
    throw new InvalidRequest(
      'The path cannot be decoded, has control characters, or could be read in too many ways.',
    )
  }
  if (spellings.length === 1) return []
  const { origin } = new URL(request.url)
  return spellings.slice(1).map((spelling) => origin + spelling + search)
}

/** The question with the other path of the page, where the framework knows its route. */
export function withRoute<S>(
  config: ResolvedConfig,
  question: AuthorizeInput<S>,
): AuthorizeInput<S> {
  const { routePath, url } = question
  if (routePath === undefined) return question
  return { ...question, otherPath: pathOfRoute(config, url.pathname, routePath) }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { addCookies, toResponseHeaders, toScopeSource } from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  FrameworkAuth,
  PrincipalOptions,
  PrincipalReadWithCookies,
  PrincipalRead,
} from '@latchstring/core/framework'
import { canSetCookies, currentHeaders, currentRequest, setCookies } from './app-router.ts'
import { toHeaderValues } from './cookies.ts'
import type { PagesContext } from './pages-router.ts'
import { isContext, isRequest } from './require.ts'
import type { Auth } from './types.ts'

function withoutCookies<S, Accepted extends AcceptedPrincipal>(
  read: PrincipalReadWithCookies<S, Accepted>,
): PrincipalRead<S, Accepted> {
  return read.refused ? { principal: null, refused: read.refused } : { principal: read.principal }
}

/** In server components, server actions and route handlers. */
async function findHere<S extends object, Accepted extends AcceptedPrincipal>(
  core: () => FrameworkAuth<S>,
  options: PrincipalOptions<Accepted>,
): Promise<PrincipalRead<S, Accepted>> {
  // Called before the configuration is read: Next.js stops prerendering here, when secrets may be missing.
  await currentHeaders()
  const { headers } = await currentRequest()
  const readOnly = !(await canSetCookies())
  const read = await core().principal({ headers, readOnly }, options)
  if (!readOnly && read.cookies.length > 0) await setCookies(read.cookies)
  return withoutCookies(read)
}

/** In the Pages Router. */
async function findInPages<S extends object, Accepted extends AcceptedPrincipal>(
  core: FrameworkAuth<S>,
  { req, res }: PagesContext,
  options: PrincipalOptions<Accepted>,
): Promise<PrincipalRead<S, Accepted>> {
  // A configuration function receives only requests of Next.js.
  const { request, url = request.url } = toScopeSource(req)
  const read = await core.principal({ headers: request.headers, url }, options)
  addCookies(toResponseHeaders(res), toHeaderValues(read.cookies))
  return withoutCookies(read)
}

/** Creates `auth.principal`, for every context of Next.js that has no handler around it. */
export function createPrincipal<S extends object>(
  core: () => FrameworkAuth<S>,
): Auth<S>['principal'] {
  return async <Accepted extends AcceptedPrincipal>(
    first: PrincipalOptions<Accepted> | PagesContext | IncomingMessage,
    second?: PrincipalOptions<Accepted> | ServerResponse,
    third?: PrincipalOptions<Accepted>,
  ) => {
    if (isContext(first)) {
      // The overloads require options after a context.
      return findInPages(core(), first, second as PrincipalOptions<Accepted>)
    }
    if (!isRequest(first)) return findHere(core, first)
    // They require the response after a Node.js request,
    const context = { req: first, res: second as ServerResponse }
    // and options after both.
    return findInPages(core(), context, third as PrincipalOptions<Accepted>)
  }
}

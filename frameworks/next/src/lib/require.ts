import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  addCookies,
  refusalOf,
  toResponseHeaders,
  toScopeSource,
} from '@latchstring/core/framework'
import type { FrameworkAuth, RequiredSession, RequireOptions } from '@latchstring/core/framework'
import {
  canSetCookies,
  currentHeaders,
  currentRequest,
  redirectTo,
  setCookies,
} from './app-router.ts'
import { toHeaderValues } from './cookies.ts'
import type { PagesContext } from './pages-router.ts'
import type { Auth } from './types.ts'

/** Sends a page to the sign-in page by the redirect of Next.js; an error for a script goes on. */
async function leave(error: unknown): Promise<never> {
  const location = refusalOf(error)?.headers.get('location')
  if (location) return redirectTo(location)
  throw error
}

/** In server components, server actions and route handlers. */
async function requireHere<S extends object>(
  core: () => FrameworkAuth<S>,
  options: RequireOptions = {},
): Promise<RequiredSession<S>> {
  // Called before the configuration is read: Next.js stops prerendering here, when secrets may be missing.
  await currentHeaders()
  const { headers } = await currentRequest()
  const readOnly = !(await canSetCookies())
  const isAction = headers.has('next-action')
  const referer = isAction ? headers.get('referer') : null
  const url = referer !== null && URL.canParse(referer) ? { url: referer } : {}
  const asked = { page: readOnly || isAction, ...options }
  const read = await core()
    .require({ headers, readOnly, ...url }, asked)
    .catch(leave)
  const { session, facts, cookies } = read
  if (!readOnly && cookies.length > 0) await setCookies(cookies)
  return { session, facts }
}

/** In the Pages Router. */
async function requirePages<S extends object>(
  core: FrameworkAuth<S>,
  { req, res }: PagesContext,
  options: RequireOptions | undefined,
): Promise<RequiredSession<S>> {
  // A configuration function receives only requests of Next.js.
  const { request, url = request.url } = toScopeSource(req)
  const source = { headers: request.headers, url }
  const { session, facts, cookies } = await core.require(source, options)
  addCookies(toResponseHeaders(res), toHeaderValues(cookies))
  return { session, facts }
}

/** Whether it is the context of `getServerSideProps`. */
export const isContext = (value: object): value is PagesContext => 'req' in value

/** Whether it is the request of an API route. */
export const isRequest = (value: object): value is IncomingMessage => 'headers' in value

/** Creates `auth.require`, for every context of Next.js that has no handler around it. */
export function createRequire<S extends object>(core: () => FrameworkAuth<S>): Auth<S>['require'] {
  return async (
    first: RequireOptions | PagesContext | IncomingMessage = {},
    second?: RequireOptions | ServerResponse,
    third?: RequireOptions,
  ) => {
    // The overloads allow only options after a context.
    if (isContext(first)) return requirePages(core(), first, second as RequireOptions | undefined)
    if (!isRequest(first)) return requireHere(core, first)
    // They require the response after a Node.js request.
    return requirePages(core(), { req: first, res: second as ServerResponse }, third)
  }
}

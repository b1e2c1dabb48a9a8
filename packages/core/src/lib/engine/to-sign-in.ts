import { signInUrl, withParameters, type SessionContext } from '../request/context.ts'
import type { Verdict } from '../types/scope.ts'
import type { AuthorizeInput } from './asked-addresses.ts'

/** A page load, as opposed to a request of a script. */
function isNavigation({ headers, method }: Request, isPage: boolean): boolean {
  const mode = headers.get('sec-fetch-mode')
  if (headers.has('x-auth-return-redirect')) return false
  if (mode === 'navigate') return true
  if (method !== 'GET' && method !== 'HEAD') return false
  const accept = headers.get('accept') ?? ''
  return isPage
    ? !accept.includes('application/json')
    : mode === null && accept.includes('text/html')
}

/** To the sign-in page, or to another one; `undefined` for a script. */
export function toSignIn(
  context: SessionContext,
  { request, url, page }: AuthorizeInput<object>,
  parameters: Readonly<Record<string, string | undefined>>,
  other?: string,
): Extract<Verdict, { kind: 'redirect' }> | undefined {
  if (!isNavigation(request, page)) return undefined
  const callbackUrl = context.origin.href + url.pathname + url.search
  // The sign-in page is fetched, whatever the method of the request that was denied.
  const status = request.method === 'GET' || request.method === 'HEAD' ? 307 : 303
  const to = withParameters(other === undefined ? signInUrl(context) : new URL(other), {
    callbackUrl,
    ...parameters,
  })
  return { kind: 'redirect', url: to, status }
}

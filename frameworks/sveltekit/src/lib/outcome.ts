import { error, redirect } from '@sveltejs/kit'
import { withHeaders, type Verdict, type RequestEntry } from '@latchstring/core/framework'
import { isEnhancedForm, setCookie, type KitEvent } from './event.ts'

/** Failure of a form action: `form` of the page. */
export interface SignInFailure {
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** `code` of a `CredentialsSignin`; the application may define its own. */
  readonly code?: string
  /** With `TooManyRequests`: seconds until the next attempt is allowed. */
  readonly retryAfter?: number
}

type Redirect = (status: number, url: string, options: { readonly external: true }) => never

/** `redirect` with the option for other origins, which SvelteKit 3 requires and SvelteKit 2 ignores. */
const redirectAnywhere: Redirect = redirect

/** Redirects a page, a data request or a form. */
export function leave(url: string, status: number = 303): never {
  return redirectAnywhere(status, url, { external: true })
}

/** Returns the URL of the sign-in page for a refused page, or for a refused form that a script has sent. */
export async function findRedirectTarget<S>(
  { event, findSignInPage: find }: RequestEntry<S, KitEvent>,
  verdict: Verdict,
): Promise<string | undefined> {
  if (verdict.kind === 'redirect') return verdict.url
  return isEnhancedForm(event) ? find(verdict) : undefined
}

/**
 * Ends a request that a route has refused.
 *
 * @throws Redirect and HttpError of SvelteKit
 */
export async function refuse<S>(
  entry: RequestEntry<S, KitEvent>,
  verdict: Verdict,
): Promise<never> {
  const page = await findRedirectTarget(entry, verdict)
  if (page !== undefined) leave(page, verdict.kind === 'redirect' ? verdict.status : 303)
  if (verdict.kind === 'respond') error(verdict.response.status, 'The session could not be read.')
  if (verdict.kind !== 'refuse') error(500, 'The session could not be read.')
  return error(verdict.status, { message: 'Sign in to continue.', ...verdict.body })
}

/** Headers of a response that a refusal has led to: no cache may share it, and a script finds out what is asked of the sign-in. */
function headersOf(refusal: Verdict, { status }: Response): Headers {
  const isRefused = refusal.kind === 'refuse' && refusal.status === status
  const headers = new Headers(isRefused ? refusal.headers : undefined)
  headers.set('cache-control', 'private, no-store')
  return headers
}

/** Adds the cookies and headers of the scope to a response. */
export function finish<S>(entry: RequestEntry<S, KitEvent>, rendered: Response): Response {
  const { status, headers } = rendered
  const location = headers.get('location')
  // SvelteKit keeps only the URL of a redirect of a data request, so the cookies are set by the event.
  if (entry.event.isDataRequest && status >= 300 && status <= 308 && location !== null) {
    leave(location, status)
  }
  const refusal = entry.refusal()
  const answer = refusal
    ? withHeaders(rendered, headersOf(refusal, rendered), 'prepared')
    : rendered
  return entry.requireScope().apply(answer)
}

/** Sets cookies by the event, for a response that SvelteKit makes itself. */
export function keepCookies<S>({ event, requireScope }: RequestEntry<S, KitEvent>): void {
  try {
    requireScope().setCookies((cookie) => setCookie(event, cookie))
  } catch {
    // SvelteKit throws here once the page is rendered. The cookies are dropped, and the next request reads the session again.
  }
}

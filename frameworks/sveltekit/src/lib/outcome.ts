import { error, redirect } from '@sveltejs/kit'
import { withHeaders, type Verdict, type RequestEntry } from '@latchstring/core/framework'
import { isEnhancedForm, setCookie, type KitEvent } from './event.ts'

/** Why a form action did not sign in: `form` of the page. */
export interface SignInFailure {
  /** Code of the failure, such as `CredentialsSignin`. */
  readonly error: string
  /** That of a `CredentialsSignin`, which may be one of the application. */
  readonly code?: string
  /** With `TooManyRequests`: seconds after which it may be tried again. */
  readonly retryAfter?: number
}

type Redirect = (status: number, url: string, options: { readonly external: true }) => never

/** SvelteKit 2 ignores the third argument; 3 wants it for an address that may be one of another origin. */
const redirectAnywhere: Redirect = redirect

/** Sends the browser elsewhere, in whatever form it asked in. */
export function leave(url: string, status: number = 303): never {
  return redirectAnywhere(status, url, { external: true })
}

/** A form that a script has sent shows the page that it is told to go to, which is the sign-in page. */
export async function findSignInPage<S>(
  { event, findSignInPage: find }: RequestEntry<S, KitEvent>,
  verdict: Verdict,
): Promise<string | undefined> {
  if (verdict.kind === 'redirect') return verdict.url
  return isEnhancedForm(event) ? find(verdict) : undefined
}

/**
 * Ends a request that was refused on a route.
 *
 * @throws Redirect and HttpError of SvelteKit
 */
export async function refuse<S>(
  entry: RequestEntry<S, KitEvent>,
  verdict: Verdict,
): Promise<never> {
  const page = await findSignInPage(entry, verdict)
  if (page !== undefined) leave(page, verdict.kind === 'redirect' ? verdict.status : 303)
  if (verdict.kind !== 'refuse') error(500, 'The session could not be read.')
  return error(verdict.status, { message: 'Sign in first.', ...verdict.body })
}

const UNCACHED = new Headers({ 'cache-control': 'private, no-store' })

/** Adds the cookies and headers of the scope to a response. */
export function finish<S>(entry: RequestEntry<S, KitEvent>, rendered: Response): Response {
  const { status, headers } = rendered
  const location = headers.get('location')
  // Of a redirection of a request for data SvelteKit keeps the address alone.
  if (entry.event.isDataRequest && status >= 300 && status <= 308 && location !== null) {
    leave(location, status)
  }
  // Nobody else may be given what says that this request was refused.
  return entry
    .requireScope()
    .apply(entry.refusal() ? withHeaders(rendered, UNCACHED, 'prepared') : rendered)
}

/** Sets by the event what a response of SvelteKit's own would lose. */
export function keepCookies<S>({ event, requireScope }: RequestEntry<S, KitEvent>): void {
  try {
    requireScope().setCookies((cookie) => setCookie(event, cookie))
  } catch {
    // Once a page is rendered SvelteKit sets no cookies any more; the next request reads the session again.
  }
}

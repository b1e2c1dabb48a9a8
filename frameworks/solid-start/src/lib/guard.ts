import { toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import { isScripted, isServerFunction, redirection } from './outcome.ts'
import type { StartEntry } from './types.ts'

/** Returns the redirect to the sign-in page for a refused request of a SolidStart script, with any method. */
const toSignInRedirect = async <S>(
  entry: StartEntry<S>,
  verdict: Verdict,
): Promise<Response | undefined> => {
  const url = isScripted(entry.event) ? await entry.findSignInPage(verdict) : undefined
  return url === undefined ? undefined : redirection(entry.event, url)
}

/**
 * Calls the `authorized` callback.
 *
 * @returns the response that refuses the request, if it does
 */
export async function askAuthorized<S>(entry: StartEntry<S>): Promise<Response | undefined> {
  const { event } = entry
  // Vinxi, as well as h3, hands over paths that have lost their beginning.
  const { pathname } = new URL(event.request.url)
  const verdict = await entry.authorize({ page: isServerFunction(event), otherPath: pathname })
  const page = await toSignInRedirect(entry, verdict)
  // `fetch` of the script would follow a redirect; the script passes a `Location` with 401 to the router.
  if (page) return new Response(null, { status: 401, headers: page.headers })
  return toVerdictResponse(verdict, event.request)
}

/**
 * Refuses a request without a session.
 *
 * @throws Response that refuses the request
 */
export async function refuse<S>(entry: StartEntry<S>, verdict: Verdict): Promise<never> {
  const { event } = entry
  // The page is still rendered, with the thrown response instead of the part that needs the session.
  if (verdict.kind === 'refuse') {
    event.response.status = verdict.status
    for (const [name, value] of Object.entries(verdict.headers ?? {})) {
      event.response.headers.set(name, value)
    }
  }
  if (verdict.kind === 'respond') event.response.status = verdict.response.status
  const page = await toSignInRedirect(entry, verdict)
  if (page) throw page
  if (verdict.kind === 'redirect') throw redirection(event, verdict.url)
  throw toVerdictResponse(verdict, event.request) ?? new Response(null, { status: 500 })
}

import { toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import { isScripted, isServerFunction, redirection } from './outcome.ts'
import type { StartEntry } from './types.ts'

/** The sign-in page, which a script of SolidStart that was refused shows, whatever its method was. */
const findSignInPage = async <S>(
  entry: StartEntry<S>,
  verdict: Verdict,
): Promise<Response | undefined> => {
  const url = isScripted(entry.event) ? await entry.findSignInPage(verdict) : undefined
  return url === undefined ? undefined : redirection(entry.event, url)
}

/**
 * Asks the `authorized` callback.
 *
 * @returns the response that refuses the request, if it does
 */
export async function askAuthorized<S>(entry: StartEntry<S>): Promise<Response | undefined> {
  const { event } = entry
  const verdict = await entry.authorize({ page: isServerFunction(event) })
  const page = await findSignInPage(entry, verdict)
  // The script would follow a redirection itself; a response that says where to go it hands to the router.
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
  // The page is rendered all the same, with what was thrown in place of what needs the session.
  if (verdict.kind === 'refuse') event.response.status = verdict.status
  const page = await findSignInPage(entry, verdict)
  if (page) throw page
  if (verdict.kind === 'redirect') throw redirection(event, verdict.url)
  throw toVerdictResponse(verdict, event.request) ?? new Response(null, { status: 500 })
}

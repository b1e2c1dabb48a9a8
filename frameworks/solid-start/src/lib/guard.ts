import { toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import type { Visit } from './types.ts'
import { isScripted, isServerFunction, redirection } from './outcome.ts'

/** A script of SolidStart that was refused shows the sign-in page, whatever its method was. */
const isForStranger = (verdict: Verdict): boolean =>
  verdict.kind === 'redirect' || (verdict.kind === 'refuse' && verdict.status === 401)

/**
 * Asks the `authorized` callback.
 *
 * @returns the response that refuses the request, if it does
 */
export async function askAuthorized<S>(visit: Visit<S>): Promise<Response | undefined> {
  const { event, scope } = visit
  if (!scope) return undefined
  const verdict = await scope.authorize({ page: isServerFunction(event) })
  if (!isScripted(event) || !isForStranger(verdict)) {
    return toVerdictResponse(verdict, event.request)
  }
  // The script would follow a redirection itself; a response that says where to go it hands to the router.
  const { headers } = redirection(event, (await scope.signIn()).url)
  return new Response(null, { status: 401, headers })
}

/**
 * Refuses a request without a session.
 *
 * @throws Response for whoever is refused
 */
export async function refuse<S>(visit: Visit<S>, verdict: Verdict): Promise<never> {
  const { event, scope } = visit
  if (scope && isScripted(event) && isForStranger(verdict)) {
    throw redirection(event, (await scope.signIn()).url)
  }
  if (verdict.kind === 'redirect') {
    visit.refuse()
    throw redirection(event, verdict.url)
  }
  throw toVerdictResponse(verdict, event.request) ?? new Response(null, { status: 500 })
}

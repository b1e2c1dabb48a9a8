import { toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import { isCall, type StartEntry } from './entry.ts'

/** Makes a redirection one of TanStack Start, by what tells it apart: its script then loads the page. */
export function toRedirect(response: Response): Response {
  const href = response.headers.get('location')
  if (href === null) return response
  return Object.assign(response, {
    options: { href, statusCode: response.status, reloadDocument: true },
  })
}

export const redirect = (url: string): Response =>
  toRedirect(new Response(null, { status: 303, headers: { location: url } }))

/** The response that refuses a request: a call does not say where the person was going, so it leads back to the page that made it. */
export async function findRefusal<S>(
  { event, findSignInPage }: StartEntry<S>,
  verdict: Verdict,
): Promise<Response | undefined> {
  const page = isCall(event) ? await findSignInPage(verdict) : undefined
  if (page !== undefined) return redirect(page)
  const response = toVerdictResponse(verdict, event)
  return response && toRedirect(response)
}

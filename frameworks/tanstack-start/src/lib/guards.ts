import { toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import { isCall, type StartEntry } from './entry.ts'

/** Adds the member by which TanStack Start recognizes a redirect, so that its script loads the page. */
export function toRedirect(response: Response): Response {
  const href = response.headers.get('location')
  if (href === null) return response
  return Object.assign(response, {
    options: { href, statusCode: response.status, reloadDocument: true },
  })
}

export const redirect = (url: string): Response =>
  toRedirect(new Response(null, { status: 303, headers: { location: url } }))

/** Returns the response that refuses a request. After a server function the sign-in returns to the page that called it. */
export async function findRefusal<S>(
  { event, findSignInPage }: StartEntry<S>,
  verdict: Verdict,
): Promise<Response | undefined> {
  const page = isCall(event) ? await findSignInPage(verdict) : undefined
  if (page !== undefined) return redirect(page)
  const response = toVerdictResponse(verdict, event)
  return response && toRedirect(response)
}

import { toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import type { Visit, Visits } from './visits.ts'

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

/** The page to sign in, and back to the one that called a server function: the call does not say where somebody was going. */
async function findRefusal<S>(visit: Visit<S>, verdict: Verdict): Promise<Response | undefined> {
  const isStranger =
    verdict.kind === 'redirect' || (verdict.kind === 'refuse' && verdict.status === 401)
  if (visit.isCall && isStranger && visit.scope) return redirect((await visit.scope.signIn()).url)
  const response = toVerdictResponse(verdict, visit.request)
  return response && toRedirect(response)
}

/** Asks the `authorized` callback. */
export function createAuthorize<S>({ find }: Visits<S>): () => Promise<void> {
  return async () => {
    const visit = find()
    const refusal = visit.scope && (await findRefusal(visit, await visit.scope.authorize()))
    if (refusal) throw refusal
  }
}

/** Refuses requests without a session. */
export function createRequireSession<S>({ find, findScope }: Visits<S>): () => Promise<S> {
  return async () => {
    const scope = findScope()
    const refusal = await findRefusal(find(), await scope.requireSession())
    const session = await scope.auth()
    if (session && !refusal) return session
    throw refusal ?? new Response(null, { status: 401 })
  }
}

import type { SessionContext } from '../../request/context.ts'
import { CrossOriginRequest } from '../../errors/classes.ts'
import type { HeaderReader } from '../../types/request.ts'

/** The headers of a request, and the origin it was sent to. */
interface Sent extends Pick<SessionContext, 'origin'> {
  readonly config: Pick<SessionContext['config'], 'workspace'>
  readonly request: { readonly headers: HeaderReader }
}

const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1):\d{1,5}$/

/**
 * Refuses a state-changing request that a browser sent from another origin. Independent of tokens, and of cookies.
 *
 * @throws CrossOriginRequest when the browser says so
 */
export function requireSameOrigin({ request, origin, config: { workspace } }: Sent): void {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw new CrossOriginRequest(
      `The request was sent by another origin (Sec-Fetch-Site: ${site.slice(0, 16)}).`,
    )
  }
  const from = request.headers.get('origin')
  if (from === null || from === origin.href) return
  // Pages with `Referrer-Policy: no-referrer` post with `Origin: null`; the browser vouches for them.
  if (from === 'null' && site === 'same-origin') return
  // Codespaces replaces the origin of its own pages, and of no others, by the one of the port on this machine.
  if (site === 'same-origin' && workspace?.has(origin.href) && LOCAL.test(from)) return
  throw new CrossOriginRequest(`The request was sent by another origin than ${origin.href}.`)
}

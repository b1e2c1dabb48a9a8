import type { RequestScope } from '@latchstring/core/framework'
import { setCookie, type KitEvent } from './event.ts'
import { leave } from './outcome.ts'
import type { Visit } from './visits.ts'

/** Of a redirection of a request for data SvelteKit keeps the address alone. */
function leaveWithData({ isDataRequest }: KitEvent, { status, headers }: Response): void {
  const location = headers.get('location')
  if (isDataRequest && status >= 300 && status <= 308 && location !== null) leave(location, status)
}

function withoutCache(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'private, no-store')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

/** Sets by the event what a response of SvelteKit's own would lose. */
function keepCookies(event: KitEvent, cookies: readonly string[]): void {
  try {
    for (const cookie of cookies) setCookie(event, cookie)
  } catch {
    // Once a page is rendered SvelteKit sets no cookies any more; the next request reads the session again.
  }
}

/**
 * Serves a request of the application, and puts on its response what the scope adds.
 *
 * @param render - the rest of the hooks and the route
 */
export async function finish<S>(
  visit: Visit<S>,
  scope: RequestScope<S>,
  render: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    const rendered = await render()
    await visit.read()
    leaveWithData(visit.event, rendered)
    return scope.apply(visit.refused ? withoutCache(rendered) : rendered)
  } catch (thrown) {
    await visit.read()
    keepCookies(visit.event, scope.takeCookies())
    throw thrown
  } finally {
    visit.send()
  }
}

import type { FormFailure } from '@latchstring/core/framework'
import type { SignInFailure, StartEvent } from './types.ts'

/** Whether the request is for a server function, not for a page. */
export function isServerFunction({ request }: Pick<StartEvent, 'request'>): boolean {
  return /\/_server\/?$/.test(new URL(request.url).pathname)
}

/** Whether the script of SolidStart has sent the request. The script follows redirects itself. */
export function isScripted({ request }: Pick<StartEvent, 'request'>): boolean {
  return request.headers.has('x-server-instance')
}

/** Returns the URL of the page in the browser: server functions have their own URL. */
export function findPage(event: Pick<StartEvent, 'request'>): string {
  const { request } = event
  if (!isServerFunction(event)) return request.url
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) ? referer : new URL('/', request.url).href
}

/** Returns a path for the router of the browser if the URL is one of the application. */
function toTarget(event: Pick<StartEvent, 'request'>, url: string): string {
  const target = new URL(url)
  const isOwn = isScripted(event) && target.origin === event.request.headers.get('origin')
  return isOwn ? target.pathname + target.search + target.hash : url
}

/** Returns a redirect that actions and queries of SolidStart throw. */
export function redirection(event: Pick<StartEvent, 'request'>, url: string): Response {
  const headers = { Location: toTarget(event, url), 'Cache-Control': 'private, no-store' }
  return new Response(null, { status: 303, headers })
}

/**
 * Returns the failure of a form. Without a script the failure is in the URL of the page instead: SolidStart would put the form,
 * with its password, into a cookie beside any returned value.
 */
export function returnFailure(event: StartEvent, outcome: FormFailure): SignInFailure {
  const { status: _, ...failure } = outcome
  if (isScripted(event)) return failure
  const page = new URL(findPage(event))
  for (const [name, value] of Object.entries(failure)) page.searchParams.set(name, String(value))
  throw redirection(event, page.href)
}

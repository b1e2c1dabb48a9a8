import type { FormFailure } from '@latchstring/core/framework'
import type { SignInFailure, StartEvent } from './types.ts'

/** Whether a server function is called by itself, and not by a page that is rendered. */
export function isServerFunction({ request }: Pick<StartEvent, 'request'>): boolean {
  return /\/_server\/?$/.test(new URL(request.url).pathname)
}

/** Whether the script of SolidStart has sent the request, which follows redirections by itself. */
export function isScripted({ request }: Pick<StartEvent, 'request'>): boolean {
  return request.headers.has('x-server-instance')
}

/** The page that a person is on: server functions are called under an address of their own. */
export function findPage(event: Pick<StartEvent, 'request'>): string {
  const { request } = event
  if (!isServerFunction(event)) return request.url
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) ? referer : new URL('/', request.url).href
}

/** A path for the router of the browser, where the address is one of the application. */
function toTarget(event: Pick<StartEvent, 'request'>, url: string): string {
  const target = new URL(url)
  const isOwn = isScripted(event) && target.origin === event.request.headers.get('origin')
  return isOwn ? target.pathname + target.search + target.hash : url
}

/** A redirection as actions and queries of SolidStart throw it. */
export function redirection(event: Pick<StartEvent, 'request'>, url: string): Response {
  const headers = { Location: toTarget(event, url), 'Cache-Control': 'private, no-store' }
  return new Response(null, { status: 303, headers })
}

/**
 * Gives a form back with what was wrong. Without a script this is by the address of its page: SolidStart would put the form,
 * with its password, into a cookie beside whatever is returned.
 */
export function giveBack(event: StartEvent, outcome: FormFailure): SignInFailure {
  const { status: _, ...failure } = outcome
  if (isScripted(event)) return failure
  const page = new URL(findPage(event))
  for (const [name, value] of Object.entries(failure)) page.searchParams.set(name, String(value))
  throw redirection(event, page.href)
}

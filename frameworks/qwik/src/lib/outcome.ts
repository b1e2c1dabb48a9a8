import { toFormFailure, toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import { isDataRequest, send, type QwikEntry } from './event.ts'
import type { QwikActionEvent, QwikEvent, SignInFailure } from './types.ts'

/** Where Qwik City keeps the form for the page that is rendered again, which has the password in it. */
const FORM_OF_ACTION = '@actionFormData'

/** What an action returns when it fails, and throws what is not the person's fault. */
export function toFailure(event: QwikActionEvent, thrown: unknown): SignInFailure {
  const { status, ...failure } = toFormFailure(thrown)
  event.sharedMap.delete(FORM_OF_ACTION)
  event.fail(status, failure)
  return { failed: true, ...failure }
}

/** A redirection after which the method is GET: to be thrown. Other addresses than the application's Qwik City cannot redirect to. */
export function redirection(event: QwikEvent, url: string): object {
  const headers = { Location: url, 'Cache-Control': 'private, no-store' }
  return send(event, new Response(null, { status: 303, headers }))
}

/**
 * Sends the browser elsewhere after an action.
 *
 * @throws what ends the request, unless the router of the browser goes there by itself
 */
export function leave(event: QwikEvent, url: string): undefined {
  if (!isDataRequest(event)) throw redirection(event, url)
  // The router follows no redirection to another site; it reads this from the data of the page.
  event.headers.set('Location', url)
}

/**
 * Refuses a request.
 *
 * @throws what ends it
 */
export async function refuse<S>(entry: QwikEntry<S>, verdict: Verdict): Promise<never> {
  const { event } = entry
  const isSent = verdict.kind === 'refuse' && isDataRequest(event) && event.request.method !== 'GET'
  const page = isSent ? await entry.findSignInPage(verdict) : undefined
  if (page !== undefined) throw redirection(event, page)
  throw send(
    event,
    toVerdictResponse(verdict, event.request) ?? new Response(null, { status: 500 }),
  )
}

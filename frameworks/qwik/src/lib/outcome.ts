import {
  toFormFailure,
  toVerdictResponse,
  type RequestScope,
  type Verdict,
} from '@latchstring/core/framework'
import { isDataRequest, send, type QwikEntry } from './event.ts'
import type { QwikActionEvent, QwikEvent, QwikForm, SignInFailure, Submit } from './types.ts'

/** Key under which Qwik City keeps the fields of a failed form, including a password, to render the page again. */
const FORM_OF_ACTION = '@actionFormData'

/** Returns the value of a failed action, and throws an error that the form did not cause. */
function toFailure(event: QwikActionEvent, thrown: unknown): SignInFailure {
  const { status, ...failure } = toFormFailure(thrown)
  event.sharedMap.delete(FORM_OF_ACTION)
  event.fail(status, failure)
  return { failed: true, ...failure }
}

/** Returns the object to throw for a redirect with 303. `redirect` of Qwik City accepts only URLs of the application. */
export function redirection(event: QwikEvent, url: string): object {
  const headers = { Location: url, 'Cache-Control': 'private, no-store' }
  return send(event, new Response(null, { status: 303, headers }))
}

/**
 * Redirects the browser after an action.
 *
 * @throws the object that ends the request in Qwik City, unless the router follows `Location` itself
 */
export function leave(event: QwikEvent, url: string): undefined {
  if (!isDataRequest(event)) throw redirection(event, url)
  // The router does not follow a redirect to another origin; it reads this header from the response with page data.
  event.headers.set('Location', url)
}

/**
 * Refuses a request.
 *
 * @throws the object that ends the request in Qwik City
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

const isFields = (value: unknown): value is QwikForm =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a form. Those of `options`, where `@auth/qwik` has them, count as fields of the form itself. */
function toFields({ options, authorizationParams, ...form }: QwikForm): QwikForm {
  const parameters = isFields(authorizationParams) ? Object.entries(authorizationParams) : []
  return {
    ...form,
    ...(isFields(options) ? options : {}),
    ...Object.fromEntries(
      parameters.map(([name, value]) => [`authorizationParams-${name}`, value]),
    ),
  }
}

/** Creates the functions of actions, which use the scope of the request. */
export const createSubmit =
  <S>(findScope: (event: QwikEvent) => RequestScope<S>) =>
  (action: 'signin' | 'signout'): Submit =>
  async (form, event) => {
    const outcome = await findScope(event)
      .form(action, toFields(form))
      .catch((thrown: unknown) => toFailure(event, thrown))
    return 'failed' in outcome ? outcome : leave(event, outcome.url)
  }

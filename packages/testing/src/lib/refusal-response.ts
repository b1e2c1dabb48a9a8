import type { ErrorResponse } from '../service.ts'
import { NonceDemand } from './dpop.ts'
import type { Refusal } from './refusal.ts'
import { broken, type EmulatorState } from './emulator-state.ts'

/** The error of RFC 6749, section 5.2. */
function standardError({ code, message, status }: Refusal): ErrorResponse {
  return { status, body: { error: code, error_description: message } }
}

/**
 * Answers a request that is refused, and remembers why.
 *
 * @param where - the endpoint, in words, where that is not plain
 * @param answer - in the form of the service
 */
export function refusalResponse(
  state: EmulatorState,
  refusal: Refusal,
  { where = '', answer = standardError(refusal) }: { where?: string; answer?: ErrorResponse } = {},
): Response {
  if (!(refusal instanceof NonceDemand)) {
    state.refusals.push(broken(state, refusal.rule, `${where}${refusal.message}.`))
  }
  const headers = { 'cache-control': 'no-store', ...refusal.headers }
  return Response.json(answer.body, { status: answer.status, headers })
}

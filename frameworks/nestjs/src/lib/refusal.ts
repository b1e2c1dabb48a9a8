import { HttpException, UnauthorizedException } from '@nestjs/common'
import { toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import { sendResponse } from '@latchstring/node'
import type { Call } from './call.ts'
import type { LatchstringInstance } from './scopes.ts'

type Refused = Exclude<Verdict, { kind: 'allow' }>

const SESSION_REQUIRED = { error: 'SessionRequired', message: 'Sign in first.' }

/** Filters, and drivers of GraphQL, know 401 by its class. */
const createException = (body: object, status: number): HttpException =>
  status === 401 ? new UnauthorizedException(body) : new HttpException(body, status)

/** Where nothing can be redirected, and no page be sent. */
function toMessageException(verdict: Refused): HttpException {
  if (verdict.kind === 'redirect') return createException(SESSION_REQUIRED, 401)
  if (verdict.kind === 'refuse') return createException(verdict.body, verdict.status)
  const { status } = verdict.response
  const message = 'The authorized callback refused with a response, which only a page can show.'
  return createException({ error: 'AccessDenied', message }, status < 400 ? 403 : status)
}

/**
 * The exception that refuses a call: filters of the application see it, with its status. A page that is sent to the sign-in
 * page has the address on its response already.
 */
export async function toException(
  instance: LatchstringInstance,
  verdict: Refused,
  call: Call,
): Promise<HttpException> {
  if (call.kind !== 'http' || call.response === undefined) return toMessageException(verdict)
  const { request } = instance.source(call.request, call.response)
  const response = toVerdictResponse(verdict, request) ?? Response.error()
  if (verdict.kind === 'respond') {
    await sendResponse(response, call.response)
    return new HttpException('The response of the authorized callback was sent.', response.status)
  }
  // The filter of the application writes the body: ours, in the shape it gives to all errors.
  for (const [name, value] of response.headers) {
    if (!name.startsWith('content-')) call.response.setHeader(name, value)
  }
  const body = verdict.kind === 'refuse' ? verdict.body : SESSION_REQUIRED
  return createException(body, response.status)
}

import { HttpException, UnauthorizedException } from '@nestjs/common'
import { toIncomingRequest, toVerdictResponse, type Verdict } from '@latchstring/core/framework'
import { sendResponse } from '@latchstring/node'
import type { Call } from './call.ts'
import type { LatchstringInstance } from './scopes.ts'

type Refused = Exclude<Verdict, { kind: 'allow' }>

const SESSION_REQUIRED = { error: 'SessionRequired', message: 'Sign in to continue.' }

const UNREAD = 'The session could not be read.'

/** Creates the exception of a status. Filters and drivers of GraphQL recognize 401 by its class. */
const createException = (body: object, status: number): HttpException =>
  status === 401 ? new UnauthorizedException(body) : new HttpException(body, status)

/** Converts a verdict for a call that can neither redirect nor send a page. */
function toMessageException(verdict: Refused): HttpException {
  if (verdict.kind === 'redirect') return createException(SESSION_REQUIRED, 401)
  if (verdict.kind === 'refuse') return createException(verdict.body, verdict.status)
  const { status } = verdict.response
  if (status >= 500) return createException({ error: 'Configuration', message: UNREAD }, status)
  const message = 'The authorized callback refused with a response, which only a page can show.'
  return createException({ error: 'AccessDenied', message }, status < 400 ? 403 : status)
}

/**
 * Returns the exception that refuses a call, for the exception filters of the application. The response of a page that is
 * redirected already has its `Location`.
 */
export async function toException(
  instance: LatchstringInstance,
  verdict: Refused,
  call: Call,
): Promise<HttpException> {
  if (call.kind !== 'http' || call.response === undefined) return toMessageException(verdict)
  const response = toVerdictResponse(verdict, toIncomingRequest(call.request)) ?? Response.error()
  if (verdict.kind === 'respond') {
    await sendResponse(response, call.response)
    return new HttpException('The response that refuses the request was sent.', response.status)
  }
  // The exception filter of the application writes the body, in its format for all errors.
  for (const [name, value] of response.headers) {
    if (!name.startsWith('content-')) call.response.setHeader(name, value)
  }
  const body = verdict.kind === 'refuse' ? verdict.body : SESSION_REQUIRED
  return createException(body, response.status)
}

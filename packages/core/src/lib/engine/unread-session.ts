import type { FailureContext } from '../failures/failure-result.ts'
import { toResponse } from '../http/result.ts'
import { isObject } from '../kit/json.ts'
import type { Verdict } from '../types/scope.ts'
import { toFailure } from './auth.ts'
import type { UnreadSession } from './server-session.ts'

/**
 * Refuses a request whose session could not be read: neither to the sign-in page nor as signed out, because there may be a session. A page
 * for a browser, JSON for a script; 503 where the store is away.
 */
export async function refuseUnread(
  { cause, ref }: UnreadSession,
  known: FailureContext,
): Promise<Verdict> {
  const result = await toFailure(cause, { ...known, ref, failsAs: 'problem', logged: true })
  if (result.kind !== 'json') {
    return { kind: 'respond', response: toResponse(result, known.original) }
  }
  const { status, body, headers = {} } = result
  return { kind: 'refuse', status, body: isObject(body) ? body : {}, headers }
}

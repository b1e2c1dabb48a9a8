import { CookieJar } from '../http/cookie-jar.ts'
import { toResponse, type FlowResult, type ReplyRequest } from '../http/result.ts'
import type { Verdict } from '../types/scope.ts'

function toVerdictResult(verdict: Extract<Verdict, { kind: 'redirect' | 'refuse' }>): FlowResult {
  const jar = new CookieJar('')
  if (verdict.kind === 'refuse') {
    const { status, body, headers = {} } = verdict
    return { kind: 'json', status, body, jar, headers }
  }
  return { kind: 'redirect', to: verdict.url, status: verdict.status, jar }
}

/**
 * The response that refuses a request, for frameworks that use `Response`.
 *
 * @param verdict - result of `authorize` or `requireSession` of a scope
 * @param request - the request of that result
 * @returns `undefined` where the request is allowed
 *
 * @example
 * ```ts
 * import { createAuth } from '@latchstring/core'
 * import { toVerdictResponse } from '@latchstring/core/framework'
 *
 * const auth = createAuth({ providers: [] }, { env: process.env })
 * export async function members(request: Request): Promise<Response> {
 *   const scope = auth.scope({ headers: request.headers, url: request.url, request })
 *   const refused = toVerdictResponse(await scope.requireSession(), request)
 *   return scope.apply(refused ?? new Response('Hello'))
 * }
 * ```
 */
export function toVerdictResponse(verdict: Verdict, request: ReplyRequest): Response | undefined {
  if (verdict.kind === 'allow') return undefined
  if (verdict.kind === 'respond') return verdict.response
  return toResponse(toVerdictResult(verdict), request)
}

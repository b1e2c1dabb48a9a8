import { AuthError } from '../errors/auth-error.ts'
import { CredentialsSignin, TooManyRequests } from '../errors/classes.ts'
import { errorRow } from '../errors/table.ts'

/** Why a form of the application did not sign in or out, as its page may show it. */
export interface FormFailure {
  /** HTTP status of the response. */
  readonly status: number
  /** Type of the error, such as `CredentialsSignin`. */
  readonly error: string
  /** That of a `CredentialsSignin`, which may be one of the application. */
  readonly code?: string
  /** With `TooManyRequests`: seconds after which it may be tried again, for the header `Retry-After` and for the page. */
  readonly retryAfter?: number
}

/** From here on it is not the fault of the sender. */
const SERVER_ERROR = 500

/**
 * What a form action shows when it fails.
 *
 * @param thrown - by `form` or `signIn` of a scope
 * @throws the same where it is not the fault of the sender, such as a store that cannot be reached
 *
 * @example
 * ```ts
 * import { toFormFailure, type RequestScope } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export async function submit(scope: RequestScope<Session>, body: FormData): Promise<Response> {
 *   const outcome = await scope.form('signin', body).catch(toFormFailure)
 *   if ('error' in outcome) return Response.json({ code: outcome.code }, { status: outcome.status })
 *   return new Response(null, { status: 303, headers: { location: outcome.url } })
 * }
 * ```
 */
export function toFormFailure(thrown: unknown): FormFailure {
  if (!(thrown instanceof AuthError)) throw thrown
  const { status } = errorRow(thrown.type)
  if (status >= SERVER_ERROR) throw thrown
  const code = thrown instanceof CredentialsSignin ? { code: thrown.code } : {}
  const wait = thrown instanceof TooManyRequests ? { retryAfter: thrown.retryAfter } : {}
  return { status, error: thrown.type, ...code, ...wait }
}

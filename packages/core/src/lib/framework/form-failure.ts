import { AuthError } from '../errors/auth-error.ts'
import { CredentialsSignin, ServiceBusy, TooManyRequests } from '../errors/classes.ts'
import { errorRow } from '../errors/table.ts'

/** The failure of a form of the application, as data that its page may show. */
export interface FormFailure {
  /** HTTP status of the response. */
  readonly status: number
  /** Type of the error, such as `CredentialsSignin`. */
  readonly error: string
  /** `code` of a `CredentialsSignin`; the application may define its own. */
  readonly code?: string
  /** With `TooManyRequests` and `ServiceBusy`: seconds until the next attempt is allowed, for the header `Retry-After` and for the page. */
  readonly retryAfter?: number
}

/** The first status that means a failure of the server. */
const SERVER_ERROR = 500

/**
 * Converts a thrown error to the failure that a form action returns.
 *
 * @param thrown - error of `form` or `signIn` of a scope
 * @throws the same error if the server is at fault, for example if its store cannot be reached
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
  const isBusy = thrown instanceof ServiceBusy
  // Nothing is wrong with a server that has too much to do.
  if (status >= SERVER_ERROR && !isBusy) throw thrown
  const code = thrown instanceof CredentialsSignin ? { code: thrown.code } : {}
  const wait = isBusy || thrown instanceof TooManyRequests ? { retryAfter: thrown.retryAfter } : {}
  return { status, error: thrown.type, ...code, ...wait }
}

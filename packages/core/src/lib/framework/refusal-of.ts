import { isAuthError, type AuthError } from '../errors/auth-error.ts'
import type { Refusal } from '../types/facts.ts'

/**
 * The response of an error that `auth.require` has thrown, for an error handler of the application.
 *
 * @param error - what was thrown
 * @returns `undefined` for any other error
 *
 * @example
 * ```ts
 * import { createAuth, refusalOf } from '@latchstring/core'
 *
 * const auth = createAuth({ providers: [] })
 * export async function pay({ headers, url }: Request): Promise<Response> {
 *   try {
 *     const { session } = await auth.require({ headers, url }, { maxAge: 300 })
 *     return Response.json({ paid: session.user?.name })
 *   } catch (error) {
 *     const refused = refusalOf(error)
 *     if (refused) return refused
 *     throw error
 *   }
 * }
 * ```
 */
export function refusalOf(error: unknown): Response | undefined {
  if (!isAuthError(error) || !('toResponse' in error)) return undefined
  // Only `require` gives an error of the library this member. Servers replace `Response`, so that its class says nothing.
  return (error as AuthError & Refusal).toResponse()
}

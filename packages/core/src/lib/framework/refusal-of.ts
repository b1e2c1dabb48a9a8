import { isAuthError } from '../errors/auth-error.ts'

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
  const make: unknown = isAuthError(error) ? Reflect.get(error, 'toResponse') : undefined
  const response: unknown = typeof make === 'function' ? make() : undefined
  return response instanceof Response ? response : undefined
}

/**
 * A request of the client that failed. The session is unchanged: a lost connection signs no user
 * out.
 *
 * @example
 * ```ts
 * import { AuthClientError, createAuthClient } from '@latchstring/client'
 *
 * try {
 *   await createAuthClient().getSession()
 * } catch (error) {
 *   if (error instanceof AuthClientError && error.status === 0) console.log('You are offline.')
 * }
 * ```
 */
export class AuthClientError extends Error {
  override readonly name: string = 'AuthClientError'

  /**
   * The member `error` of the response, or `NetworkError` (no response) or `UnexpectedAnswer` (a
   * response without the expected JSON).
   */
  declare readonly code: string

  /** HTTP status of the response; 0 without a response. */
  declare readonly status: number

  /**
   * @param message - cause and fix
   * @param code - code of the failure
   * @param status - HTTP status, 0 without a response
   * @param cause - the original error, if any
   */
  constructor(message: string, code: string, status: number, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.status = status
  }
}

/**
 * A call that got no usable answer. It says nothing about the session: a person whose connection
 * broke is not signed out.
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
   * The `error` member of the server's answer, or one of `NetworkError` (no answer at all) and
   * `UnexpectedAnswer` (not the JSON that was asked for).
   */
  declare readonly code: string

  /** HTTP status of the answer; 0 when there was none. */
  declare readonly status: number

  /**
   * @param message - cause and fix
   * @param code - code of the failure
   * @param status - HTTP status, 0 without an answer
   * @param cause - the error that led here, where there is one
   */
  constructor(message: string, code: string, status: number, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.status = status
  }
}

/**
 * Opens the sign-in page, which states that a session is required and returns to this page.
 *
 * @param basePath - base path of the handlers
 *
 * @example
 * ```ts
 * import { openSignIn } from '@latchstring/client/store'
 *
 * openSignIn('/auth')
 * ```
 */
export function openSignIn(basePath: string): void {
  const callbackUrl = encodeURIComponent(location.href)
  location.assign(`${basePath}/signin?error=SessionRequired&callbackUrl=${callbackUrl}`)
}

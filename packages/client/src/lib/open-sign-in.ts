/**
 * Leaves for the sign-in page, which says that a session is required and leads back to this page.
 *
 * @param basePath - where the handlers are mounted
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

import type { Connection } from './connection.ts'
import { navigate, resolveTarget } from './page.ts'
import { fetchCsrfToken } from './queries.ts'
import { formPost } from './transport.ts'

/** Options of a sign-out. */
export interface SignOutParams<Redirect extends boolean = true> {
  /** Where to go after sign-out. Default: the current page. */
  redirectTo?: string
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string
  /**
   * Ends the session at the provider as well: with `true` at the provider of the session, otherwise at the one with that id. The
   * user sees a page of the provider, which may sign them out of other applications. Default: only the session here ends.
   */
  provider?: boolean | string
  /** Ends all sessions of the user, on every device. It fails, and ends none, if the application does not store sessions. */
  everywhere?: boolean
  /** Whether to leave the page; with `false` the result is a {@link SignOutResponse}. Default: `true`. */
  redirect?: Redirect
}

/** Result of a sign-out without a redirect. */
export interface SignOutResponse {
  /** Absolute URL. */
  url: string
}

/** {@link AuthClient.signOut}. */
export interface SignOut {
  // One signature for each value of `redirect`, and one for an unknown value.
  (options?: SignOutParams): Promise<void>
  (options?: SignOutParams<false>): Promise<SignOutResponse>
  (options?: SignOutParams<boolean>): Promise<SignOutResponse | void>
}

/** Signs out. Rejects if the sign-out failed: a session in the store then still exists, and a sealed one may have ended. */
export async function startSignOut(
  connection: Connection,
  { redirect, redirectTo, callbackUrl, provider, everywhere }: SignOutParams<boolean> = {},
): Promise<SignOutResponse | undefined> {
  const csrfToken = await fetchCsrfToken(connection)
  const page = location
  const fields = {
    csrfToken,
    callbackUrl: redirectTo ?? callbackUrl ?? page.href,
    provider,
    everywhere,
  }
  const body = await connection.query('/signout', formPost(fields)).finally(connection.notify)
  const url = (resolveTarget(body) ?? page).href
  if (redirect === false) return { url }
  navigate(url)
  return undefined
}

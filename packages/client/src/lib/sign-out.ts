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
   * person sees a page of the provider, which may sign them out of other applications. Default: only the session here ends.
   */
  provider?: boolean | string
  /** Ends all sessions of the user, on every device. An error, and nothing ends, where the application keeps none it could end. */
  everywhere?: boolean
  /** `false`: stay on the page and get a {@link SignOutResponse}. Default: `true`. */
  redirect?: Redirect
}

/** Where to go after a sign-out without a redirect. */
export interface SignOutResponse {
  /** Absolute URL. */
  url: string
}

/** {@link AuthClient.signOut}. */
export interface SignOut {
  // One signature for each value of `redirect`, and one for where that is not known.
  (options?: SignOutParams): Promise<void>
  (options?: SignOutParams<false>): Promise<SignOutResponse>
  (options?: SignOutParams<boolean>): Promise<SignOutResponse | void>
}

/** Signs out. Fails rather than pretend. After an error a session in the store is still there; a sealed one may be over. */
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

import type { Connection } from './connection.ts'
import { currentPage, navigate, resolveTarget } from './page.ts'
import { fetchCsrfToken } from './queries.ts'
import { formPost } from './transport.ts'

/** Options of a sign-out. */
export interface SignOutParams<Redirect extends boolean = true> {
  /** Where to go after sign-out. Default: the current page. */
  redirectTo?: string
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string
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
  (options?: SignOutParams): Promise<void>
  (options?: SignOutParams<false>): Promise<SignOutResponse>
}

/** Signs out. Fails rather than pretend: after an error the session is still there. */
export async function startSignOut(
  { transport, channel }: Connection,
  { redirect = true, redirectTo, callbackUrl }: SignOutParams<boolean>,
): Promise<SignOutResponse | undefined> {
  const page = currentPage().href
  const csrfToken = await fetchCsrfToken(transport)
  const target = redirectTo ?? callbackUrl ?? page
  const body = await transport.read('/signout', formPost({ csrfToken, callbackUrl: target }))
  channel.notify()
  const url = resolveTarget(body?.['url'])?.href ?? page
  if (!redirect) return { url }
  navigate(url)
  return undefined
}

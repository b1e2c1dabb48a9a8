import type { ProviderId } from '@latchstring/core/providers'
import { AuthClientError } from './auth-client-error.ts'
import type { Connection } from './connection.ts'
import { navigate, resolveTarget } from './page.ts'
import { fetchCsrfToken, fetchProviders } from './queries.ts'
import { formPost, text } from './transport.ts'
import type { Reply } from './transport.ts'

/**
 * Options of a sign-in. Members not named here are fields of the provider's form: `email`,
 * `username`, `password`.
 */
export interface SignInOptions<Redirect extends boolean = true> extends Record<string, unknown> {
  /** Where to go after sign-in. Default: the current page. */
  redirectTo?: string
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string
  /** Whether to leave the page; with `false` the result is a {@link SignInResponse}. Default: `true`. */
  redirect?: Redirect
}

/** Parameters added to the authorization request. The server refuses parameters that the protocol sets. */
export type SignInAuthorizationParams =
  | string
  | string[][]
  | Record<string, string>
  | URLSearchParams

/** Result of a sign-in without a redirect. */
export interface SignInResponse {
  /** Absent after success; else a value such as `CredentialsSignin`. */
  error: string | undefined
  /** The `code` of a `CredentialsSignin` error. */
  code: string | undefined
  /** HTTP status; 0 without a response. */
  status: number
  /** Whether the sign-in succeeded, or went on to the provider at `url`. */
  ok: boolean
  /** Where to go now, as an absolute URL; `null` after a failure. */
  url: string | null
}

/** {@link AuthClient.signIn}. */
export interface SignIn {
  // One signature for each value of `redirect`, and one for an unknown value.
  (
    provider?: ProviderId,
    options?: SignInOptions,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>
  (
    provider?: ProviderId,
    options?: SignInOptions<false>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
  (
    provider?: ProviderId,
    options?: SignInOptions<boolean>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | void>
}

/** Returns the URL to go to after a sign-in. */
export function signInTarget({ redirectTo, callbackUrl }: SignInOptions<boolean>): string {
  const target = redirectTo ?? callbackUrl
  if (target !== undefined) return target
  const page = new URL(location.href)
  // The URL of a sign-in page may contain the error of an earlier attempt, which is not that of this one.
  if (page.searchParams.has('error')) page.searchParams.delete('error')
  return page.href
}

/** Returns the result of a sign-in: a failure, or without an error a success that continues at the URL. */
export function toResult(
  error: string | undefined,
  status: number,
  code?: string,
  url: string | null = null,
): SignInResponse {
  return { error, code, status, ok: !error, url }
}

/** Returns the result for the response of the server. */
export function toResponse({ response, body }: Reply, url: URL | undefined): SignInResponse {
  const { ok, status } = response
  const error = url?.searchParams.get('error') ?? text(body, 'error')
  if (ok && url && !error) return toResult(undefined, status, undefined, url.href)
  return toResult(error ?? 'Configuration', status, url?.searchParams.get('code') ?? undefined)
}

function signInPath(
  action: string,
  provider: string,
  params: SignInAuthorizationParams | undefined,
): string {
  const query = new URLSearchParams(params).toString()
  return `/${action}/${encodeURIComponent(provider)}${query && `?${query}`}`
}

/** Returns the type of a provider that this sign-in supports; `undefined` if there is no such provider. */
async function fetchType(connection: Connection, provider: string): Promise<string | undefined> {
  const providers = await fetchProviders(connection)
  // An inherited member such as `constructor` is a function without a `type`.
  const type = providers[provider]?.type
  if (type === 'webauthn') throw new TypeError(`"${provider}" needs the signIn for WebAuthn.`)
  return type
}

/**
 * Signs in. If a request fails, a sign-in with a redirect opens the error page, and one without a
 * redirect returns the error.
 */
export async function startSignIn(
  connection: Connection,
  provider?: string,
  options: SignInOptions<boolean> = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined> {
  const { redirect, redirectTo: _, ...fields } = options
  const callbackUrl = signInTarget(options)
  const { base } = connection
  let goTo = `${base}/error`
  let result: SignInResponse
  try {
    const [type, csrfToken] = provider
      ? await Promise.all([fetchType(connection, provider), fetchCsrfToken(connection)])
      : []
    if (!provider || !type) {
      navigate(`${base}/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`)
      return undefined
    }
    const action = type === 'credentials' ? 'callback' : 'signin'
    const reply = await connection.send(
      signInPath(action, provider, authorizationParams),
      formPost({ ...fields, csrfToken, callbackUrl }),
    )
    const url = resolveTarget(reply.body)
    result = toResponse(reply, url)
    // Other sign-ins create the session later, on another page.
    if (result.ok && action === 'callback') connection.notify()
    if (url) goTo = url.href
  } catch (error) {
    if (!(error instanceof AuthClientError)) throw error
    result = toResult(error.code, error.status)
  }
  if (redirect === false) return result
  navigate(goTo)
  return undefined
}

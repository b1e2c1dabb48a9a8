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
  /** `false`: stay on the page and get a {@link SignInResponse}. Default: `true`. */
  redirect?: Redirect
}

/** Parameters added to the authorization request. The server refuses those of the protocol itself. */
export type SignInAuthorizationParams =
  | string
  | string[][]
  | Record<string, string>
  | URLSearchParams

/** How a sign-in without a redirect went. */
export interface SignInResponse {
  /** Absent after success; else a value such as `CredentialsSignin`. */
  error: string | undefined
  /** The `code` of a `CredentialsSignin` error. */
  code: string | undefined
  /** HTTP status; 0 when there was no answer. */
  status: number
  /** Whether the sign-in succeeded, or went on to the provider at `url`. */
  ok: boolean
  /** Where to go now, as an absolute URL; `null` after a failure. */
  url: string | null
}

/** {@link AuthClient.signIn}. */
export interface SignIn {
  // One signature for each value of `redirect`, and one for where that is not known.
  (
    provider?: string,
    options?: SignInOptions,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>
  (
    provider?: string,
    options?: SignInOptions<false>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
  (
    provider?: string,
    options?: SignInOptions<boolean>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | void>
}

/** Where to go after a sign-in. */
export function signInTarget({ redirectTo, callbackUrl }: SignInOptions<boolean>): string {
  const target = redirectTo ?? callbackUrl
  if (target !== undefined) return target
  const page = new URL(location.href)
  // A sign-in page shows the error of the attempt before; it must not be read as that of this one.
  if (page.searchParams.has('error')) page.searchParams.delete('error')
  return page.href
}

/** The result of a sign-in that failed, or without an error succeeded and goes on to the URL. */
export function toResult(
  error: string | undefined,
  status: number,
  code?: string,
  url: string | null = null,
): SignInResponse {
  return { error, code, status, ok: !error, url }
}

/** The result of a sign-in that the server answered. */
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

/** The type of a provider that this sign-in can use; `undefined` when there is no such provider. */
async function fetchType(connection: Connection, provider: string): Promise<string | undefined> {
  const providers = await fetchProviders(connection)
  // What every object inherits is a function, which has no type.
  const type = providers[provider]?.type
  if (type === 'webauthn') throw new TypeError(`"${provider}" needs the signIn for WebAuthn.`)
  return type
}

/**
 * Signs in. Where the server cannot be asked, a redirecting sign-in goes to the error page and the
 * other kind reports it in its result.
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
    // Otherwise the session is made later, on a page of its own.
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

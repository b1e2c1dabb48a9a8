import { AuthClientError } from './auth-client-error.ts'
import type { Connection } from './connection.ts'
import { navigate, resolveTarget } from './page.ts'
import { fetchCsrfToken, fetchProviders } from './queries.ts'
import { formPost, text } from './transport.ts'
import type { Answer } from './transport.ts'

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

function defaultTarget(): string {
  const page = new URL(location.href)
  // A sign-in page shows the error of the attempt before; it must not be read as that of this one.
  if (page.searchParams.has('error')) page.searchParams.delete('error')
  return page.href
}

function failed(error: string, status: number, code?: string): SignInResponse {
  return { error, code, status, ok: false, url: null }
}

function toResponse({ response, body }: Answer, url: URL | undefined): SignInResponse {
  const { ok, status } = response
  const error = url?.searchParams.get('error') ?? text(body, 'error')
  if (ok && url && !error) return { error: undefined, code: undefined, status, ok, url: url.href }
  return failed(error ?? 'Configuration', status, url?.searchParams.get('code') ?? undefined)
}

/** Where a sign-in has led to. */
interface Step {
  /** Where a redirecting sign-in goes next. */
  readonly goTo: string
  /** What the other kind is told. Absent when there is no such provider, which both go and choose. */
  readonly response?: SignInResponse
}

async function post(
  connection: Connection,
  provider: string | undefined,
  { redirectTo, callbackUrl: older, ...fields }: SignInOptions<boolean>,
  authorizationParams: SignInAuthorizationParams | undefined,
): Promise<Step> {
  const { base, send, notify } = connection
  const callbackUrl = redirectTo ?? older ?? defaultTarget()
  const signInPage = `${base}/signin${toQuery({ callbackUrl })}`
  if (!provider) return { goTo: signInPage }
  const [providers, csrfToken] = await Promise.all([
    fetchProviders(connection),
    fetchCsrfToken(connection),
  ])
  const type = Object.hasOwn(providers, provider) && providers[provider]?.type
  if (!type) return { goTo: signInPage }
  if (type === 'webauthn') {
    throw new TypeError(`"${provider}" needs the signIn for WebAuthn.`)
  }
  const issuesSession = type === 'credentials'
  const answer = await send(
    `/${issuesSession ? 'callback' : 'signin'}/${encodeURIComponent(provider)}${toQuery(authorizationParams)}`,
    formPost({ ...fields, redirect: undefined, csrfToken, callbackUrl }),
  )
  const url = resolveTarget(answer.body)
  const response = toResponse(answer, url)
  if (response.ok && issuesSession) notify()
  return { goTo: url ? url.href : `${base}/error`, response }
}

function toQuery(params: SignInAuthorizationParams | undefined): string {
  const query = new URLSearchParams(params).toString()
  return query && `?${query}`
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
  const { goTo, response } = await post(connection, provider, options, authorizationParams).catch(
    (error: unknown): Step => {
      if (!(error instanceof AuthClientError)) throw error
      return {
        goTo: `${connection.base}/error`,
        response: failed(error.code, error.status),
      }
    },
  )
  if (response && options.redirect === false) return response
  navigate(goTo)
  return undefined
}

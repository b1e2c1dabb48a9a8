import { AuthClientError } from './auth-client-error.ts'
import type { Connection } from './connection.ts'
import { currentPage, navigate, resolveTarget } from './page.ts'
import { fetchCsrfToken, fetchProviders } from './queries.ts'
import { formPost } from './transport.ts'
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
}

/** A sign-in as {@link startSignIn} takes it. */
export interface SignInRequest {
  readonly provider: string | undefined
  readonly options: SignInOptions<boolean>
  readonly authorizationParams: SignInAuthorizationParams | undefined
}

function defaultTarget(): string {
  const page = new URL(currentPage().href)
  // A sign-in page shows the error of the attempt before; it must not be read as that of this one.
  if (page.searchParams.has('error')) {
    page.searchParams.delete('error')
    page.searchParams.delete('code')
  }
  return page.href
}

function errorOf({ ok, body }: Answer, url: URL | undefined): string | undefined {
  const inUrl = url?.searchParams.get('error')
  if (inUrl) return inUrl
  if (typeof body?.['error'] === 'string') return body['error']
  return ok && url ? undefined : 'Configuration'
}

function toResponse(answer: Answer, url: URL | undefined): SignInResponse {
  const { status } = answer
  const error = errorOf(answer, url)
  if (url && error === undefined) {
    return { error, code: undefined, status, ok: true, url: url.href }
  }
  return { error, code: url?.searchParams.get('code') ?? undefined, status, ok: false, url: null }
}

/** Where a sign-in has led to. */
interface Step {
  /** Where a redirecting sign-in goes next. */
  readonly goTo: string
  /** What the other kind is told. Absent when there is no such provider, which both go and choose. */
  readonly response?: SignInResponse
}

function toQuery(params: SignInAuthorizationParams | undefined): string {
  const query = new URLSearchParams(params).toString()
  return query && `?${query}`
}

async function post(
  { transport, channel }: Connection,
  { provider, options, authorizationParams }: SignInRequest,
  callbackUrl: string,
): Promise<Step> {
  const signInPage = `${transport.base}/signin?${new URLSearchParams({ callbackUrl }).toString()}`
  if (!provider) return { goTo: signInPage }
  const [providers, csrfToken] = await Promise.all([
    fetchProviders(transport),
    fetchCsrfToken(transport),
  ])
  const type = Object.hasOwn(providers, provider) ? providers[provider]?.type : undefined
  if (type === undefined) return { goTo: signInPage }
  if (type === 'webauthn') {
    throw new TypeError(
      `The provider "${provider}" needs a WebAuthn ceremony, which this signIn does not perform. Use the signIn made for WebAuthn.`,
    )
  }
  const issuesSession = type === 'credentials'
  const { redirect: _, redirectTo: __, ...fields } = options
  const answer = await transport.send(
    `/${issuesSession ? 'callback' : 'signin'}/${encodeURIComponent(provider)}${toQuery(authorizationParams)}`,
    formPost({ ...fields, csrfToken, callbackUrl }),
  )
  const url = resolveTarget(answer.body?.['url'])
  const response = toResponse(answer, url)
  if (response.ok && issuesSession) channel.notify()
  return { goTo: url?.href ?? `${transport.base}/error`, response }
}

/**
 * Signs in. Where the server cannot be asked, a redirecting sign-in goes to the error page and the
 * other kind reports it in its result.
 */
export async function startSignIn(
  connection: Connection,
  request: SignInRequest,
): Promise<SignInResponse | undefined> {
  const { redirect = true, redirectTo, callbackUrl } = request.options
  const target = redirectTo ?? callbackUrl ?? defaultTarget()
  const { goTo, response } = await post(connection, request, target).catch(
    (error: unknown): Step => {
      if (!(error instanceof AuthClientError)) throw error
      const { code, status } = error
      return {
        goTo: `${connection.transport.base}/error`,
        response: { error: code, code: undefined, status, ok: false, url: null },
      }
    },
  )
  if (response && !redirect) return response
  navigate(goTo)
  return undefined
}

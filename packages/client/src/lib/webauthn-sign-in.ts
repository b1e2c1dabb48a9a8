import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { AuthClientError } from './auth-client-error.ts'
import { connect } from './connection.ts'
import type { AuthClientOptions, Connection } from './connection.ts'
import { navigate, resolveTarget } from './page.ts'
import { fetchCsrfToken, fetchProviders } from './queries.ts'
import { signInTarget, toResponse, toResult } from './sign-in.ts'
import type { SignInOptions, SignInResponse } from './sign-in.ts'
import { formPost } from './transport.ts'

/** Options of a sign-in with WebAuthn. Other members are sent as fields: `email` finds security keys without passkeys. */
export interface WebAuthnSignInOptions<
  Redirect extends boolean = true,
> extends SignInOptions<Redirect> {
  /** `register` adds a passkey to the user who is signed in. Default: `authenticate`. */
  action?: 'authenticate' | 'register'
  /**
   * Waits until the user chooses a passkey among the suggestions of an input with `autocomplete="username webauthn"`. A later
   * sign-in aborts this one. Default: `false`.
   */
  autofill?: boolean
}

/** The response of `GET webauthn-options`. */
type Ceremony =
  | { readonly action: 'authenticate'; readonly options: PublicKeyCredentialRequestOptionsJSON }
  | { readonly action: 'register'; readonly options: PublicKeyCredentialCreationOptionsJSON }

async function isKnown(connection: Connection, provider: string): Promise<boolean> {
  const providers = await fetchProviders(connection)
  const type = Object.hasOwn(providers, provider) ? providers[provider]?.type : undefined
  if (type !== undefined && type !== 'webauthn') {
    throw new TypeError(`"${provider}" is not a WebAuthn provider: it needs the other signIn.`)
  }
  return type !== undefined
}

async function fetchCeremony(
  { query }: Connection,
  provider: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Ceremony> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') parameters.set(name, value)
  }
  // The action of the server declares this type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await query(
    `/webauthn-options/${encodeURIComponent(provider)}?${parameters}`,
  )) as unknown as Ceremony
}

/** Runs the ceremony with an authenticator. */
function perform(ceremony: Ceremony, useBrowserAutofill: boolean): Promise<object> {
  return ceremony.action === 'register'
    ? startRegistration({ optionsJSON: ceremony.options })
    : startAuthentication({ optionsJSON: ceremony.options, useBrowserAutofill })
}

async function finish(
  connection: Connection,
  provider: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ readonly result: SignInResponse; readonly url: URL | undefined }> {
  const csrfToken = await fetchCsrfToken(connection)
  const reply = await connection.send(
    `/callback/${encodeURIComponent(provider)}`,
    formPost({ ...fields, csrfToken }),
  )
  const url = resolveTarget(reply.body)
  return { result: toResponse(reply, url), url }
}

/**
 * Signs in with a passkey or security key, or adds one to the user who is signed in. An unknown provider leads to the
 * sign-in page.
 *
 * @param provider - id of a provider of type `webauthn`
 * @param options - the ceremony, where to go, and whether to redirect
 * @param client - base path and origin of the server
 * @returns nothing, or with `redirect: false` the result
 * @throws TypeError if the type of the provider is not `webauthn`
 * @throws WebAuthnError of `@simplewebauthn/browser` if the user cancels, or the authenticator refuses
 *
 * @example
 * ```ts
 * import { signIn } from '@latchstring/client/webauthn'
 *
 * const { ok, error } = await signIn('passkey', { redirect: false })
 * if (!ok) console.log(error)
 * ```
 */
export function signIn(
  provider: string,
  options?: WebAuthnSignInOptions,
  client?: AuthClientOptions,
): Promise<void>
export function signIn(
  provider: string,
  options?: WebAuthnSignInOptions<false>,
  client?: AuthClientOptions,
): Promise<SignInResponse>
export function signIn(
  provider: string,
  options?: WebAuthnSignInOptions<boolean>,
  client?: AuthClientOptions,
): Promise<SignInResponse | void>
export async function signIn(
  provider: string,
  options: WebAuthnSignInOptions<boolean> = {},
  client: AuthClientOptions = {},
): Promise<SignInResponse | void> {
  const { redirect, redirectTo: _, autofill = false, ...fields } = options
  const connection = connect(client)
  const callbackUrl = signInTarget(options)
  const page = `${connection.base}/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`
  let goTo = page
  let result: SignInResponse
  try {
    if (!(await isKnown(connection, provider))) return navigate(page)
    const asked = { action: 'authenticate', ...fields }
    const ceremony = await fetchCeremony(connection, provider, asked)
    const data = await perform(ceremony, autofill)
    const sent = { ...fields, action: ceremony.action, data, callbackUrl }
    const finished = await finish(connection, provider, sent)
    result = finished.result
    if (result.ok) connection.notify()
    if (finished.url) goTo = finished.url.href
  } catch (error) {
    if (!(error instanceof AuthClientError)) throw error
    result = toResult(error.code, error.status)
    goTo = `${page}&error=${encodeURIComponent(error.code)}`
  }
  if (redirect === false) return result
  navigate(goTo)
}

import type { ProviderId } from '@latchstring/core/providers'
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
import { signalMethods, signalPasskeys } from './signal-passkeys.ts'
import type { KnownPasskeys } from './signal-passkeys.ts'
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

/** Asks the server for the options of a ceremony. */
export async function fetchCeremony(
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

/** Has the device forget a passkey that the server does not know any more, where the browser can. */
async function signalRemoved(
  ceremony: Ceremony,
  data: object,
  url: URL | undefined,
): Promise<void> {
  if (ceremony.action !== 'authenticate' || url?.searchParams.get('reason') !== 'removed') return
  const { rpId = location.hostname } = ceremony.options
  const credentialId: unknown = Reflect.get(data, 'id')
  if (typeof credentialId !== 'string') return
  // What a browser refuses changes nothing about the sign-in.
  await signalMethods()
    .signalUnknownCredential?.({ rpId, credentialId })
    .catch(() => undefined)
}

const isKnownPasskeys = (value: unknown): value is KnownPasskeys =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray(Reflect.get(value, 'allAcceptedCredentialIds'))

/** Milliseconds that a sign-in may wait for devices to hear of its passkeys. */
const SIGNAL_PATIENCE = 1000

/** Lists the passkeys of the user for the devices, where the browser can. The one just used is among them, also if the store is late. */
async function signalKnown(
  client: AuthClientOptions,
  provider: string,
  data: object,
): Promise<void> {
  if (!signalMethods().signalAllAcceptedCredentials) return
  // A request that fails is nothing that the application could do something about.
  const { query } = connect({ ...client, onError: () => undefined })
  const used: unknown = Reflect.get(data, 'id')
  const send = async (): Promise<void> => {
    const body = await query(`/webauthn-options/${encodeURIComponent(provider)}?action=signal`)
    const { passkeys } = body ?? {}
    if (!Array.isArray(passkeys) || typeof used !== 'string') return
    const known = passkeys.filter(isKnownPasskeys).map((one) => ({
      ...one,
      allAcceptedCredentialIds: [...new Set([...one.allAcceptedCredentialIds, used])],
    }))
    await signalPasskeys(known)
  }
  const late = new Promise((resolve) => setTimeout(resolve, SIGNAL_PATIENCE))
  await Promise.race([send().catch(() => undefined), late])
}

/** Sends what the authenticator answered. */
export async function finish(
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
  provider: ProviderId,
  options?: WebAuthnSignInOptions,
  client?: AuthClientOptions,
): Promise<void>
export function signIn(
  provider: ProviderId,
  options?: WebAuthnSignInOptions<false>,
  client?: AuthClientOptions,
): Promise<SignInResponse>
export function signIn(
  provider: ProviderId,
  options?: WebAuthnSignInOptions<boolean>,
  client?: AuthClientOptions,
): Promise<SignInResponse | void>
export async function signIn(
  provider: ProviderId,
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
    await signalRemoved(ceremony, data, finished.url)
    if (result.ok) {
      connection.notify()
      await signalKnown(client, provider, data)
    }
    if (finished.url) goTo = finished.url.href
  } catch (error) {
    if (!(error instanceof AuthClientError)) throw error
    result = toResult(error.code, error.status)
    // The page has a sentence for a sign-in that is too long ago: sign in, and come back.
    const shown = error.code === 'StepUpRequired' ? 'SessionRequired' : error.code
    goTo = `${page}&error=${encodeURIComponent(shown)}`
  }
  if (redirect === false) return result
  navigate(goTo)
}

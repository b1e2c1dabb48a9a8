import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import type {
  CredentialJSON,
  Bend,
  CreationOptions,
  FakeAuthenticator,
  RequestOptions,
} from '@latchstring/test-kit/fake-authenticator'
import { signOut } from '@latchstring/test-kit/story'

/** Asks for options. */
export function askOptions(
  browser: Browser,
  query: Readonly<Record<string, string>>,
  provider = 'passkey',
): Promise<Response> {
  return browser.open(`${BASE}/webauthn-options/${provider}?${new URLSearchParams(query)}`)
}

async function optionsOf(response: Response, action: string): Promise<unknown> {
  // What the action answers with.
  const body = (await response.json()) as { readonly action?: string; readonly options?: unknown }
  if (response.status === 200 && body.action === action) return body.options
  throw new Error(`No options to ${action}: HTTP ${response.status} ${JSON.stringify(body)}`)
}

/** The options to register with. */
export async function creationOptions(
  browser: Browser,
  provider = 'passkey',
): Promise<CreationOptions> {
  const response = await askOptions(browser, { action: 'register' }, provider)
  // Options of the kind that was asked for.
  return (await optionsOf(response, 'register')) as CreationOptions
}

/** The options to sign in with. */
export async function requestOptions(
  browser: Browser,
  query: Readonly<Record<string, string>> = {},
  provider = 'passkey',
): Promise<RequestOptions> {
  const response = await askOptions(browser, { action: 'authenticate', ...query }, provider)
  // Options of the kind that was asked for.
  return (await optionsOf(response, 'authenticate')) as RequestOptions
}

/** Sends what the authenticator answered, as the form of the sign-in page does. */
export async function sendAnswer(
  browser: Browser,
  action: string,
  data: CredentialJSON | string,
  provider = 'passkey',
): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const fields = { csrfToken, callbackUrl: '/inside', action, data: text }
  return browser.submit(`${BASE}/callback/${provider}`, fields)
}

/** Registers a credential for the signed-in user. */
export async function addKey(
  browser: Browser,
  authenticator: FakeAuthenticator,
  bend: Bend = {},
  provider = 'passkey',
): Promise<Response> {
  const options = await creationOptions(browser, provider)
  return sendAnswer(browser, 'register', authenticator.create(options, bend), provider)
}

/** Registers a credential for a user who signs out in the meantime. */
export async function addKeyAfterSignOut(
  browser: Browser,
  authenticator: FakeAuthenticator,
): Promise<Response> {
  const options = await creationOptions(browser)
  await signOut(browser)
  return sendAnswer(browser, 'register', authenticator.create(options))
}

/** Signs in with the last credential of an authenticator. */
export async function useKey(
  browser: Browser,
  authenticator: FakeAuthenticator,
  bend: Bend = {},
  provider = 'passkey',
): Promise<Response> {
  const options = await requestOptions(browser, {}, provider)
  return sendAnswer(browser, 'authenticate', authenticator.get(options, bend), provider)
}

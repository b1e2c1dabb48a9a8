import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { type IdentityProvider, startIdentityProvider } from '../identity-provider.ts'
import type { ClientRegistration, IdentityProviderOptions } from '../options.ts'
import type { Arrival } from '@latchstring/test-kit/browser'
import { signInAt, type SignInAtOptions } from '@latchstring/test-kit/sign-in-at'

/** Where the tests' client is called back; nothing listens there. */
export const REDIRECT_URI = 'http://127.0.0.1:9/callback'

/** The client of the tests. */
export const CLIENT: ClientRegistration & { readonly client_secret: string } = {
  client_id: 'app',
  client_secret: 'the-secret-of-the-app-is-long-enough',
  client_name: 'Example App',
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: 'client_secret_post',
}

/** An authorization request that was sent, with what its client keeps. */
export interface Sent {
  readonly url: string
  readonly codeVerifier: string
  readonly state: string
  readonly nonce: string
}

/**
 * Starts a provider that knows {@link CLIENT}.
 *
 * @param options - what differs
 * @returns the provider
 */
export function startProvider(
  options: Partial<IdentityProviderOptions> = {},
): Promise<IdentityProvider> {
  return startIdentityProvider({ clients: [CLIENT], ...options })
}

/**
 * Builds an authorization request with state, nonce and PKCE.
 *
 * @param authorizationEndpoint - absolute URL
 * @param parameters - added to the request, or put in place of its own
 * @returns the request
 */
export function authorizationRequest(
  authorizationEndpoint: string,
  parameters: Readonly<Record<string, string>> = {},
): Sent {
  const codeVerifier = randomBytes(32).toString('base64url')
  const state = randomBytes(12).toString('base64url')
  const nonce = randomBytes(12).toString('base64url')
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return { url: `${authorizationEndpoint}?${query}`, codeVerifier, state, nonce }
}

/** A finished authorization request. */
export interface Arrived extends Sent {
  readonly arrival: Arrival
  /** The parameters of the authorization response. */
  readonly response: URLSearchParams
}

/**
 * Signs in at a provider.
 *
 * @param idp - the provider
 * @param options - who; Ada if left out
 * @param parameters - of the authorization request
 * @returns the authorization response
 */
export async function authorize(
  idp: IdentityProvider,
  options: SignInAtOptions = { login: 'ada' },
  parameters: Readonly<Record<string, string>> = {},
): Promise<Arrived> {
  const sent = authorizationRequest(`${idp.issuer}/authorize`, parameters)
  const arrival = await signInAt(sent.url, options)
  return { ...sent, arrival, response: arrival.form ?? new URL(arrival.url).searchParams }
}

/**
 * Sends the token request of an arrived client.
 *
 * @param idp - the provider
 * @param arrived - the authorization response
 * @param parameters - added to the request, or put in place of its own
 * @returns the provider's answer
 */
export function requestToken(
  idp: IdentityProvider,
  arrived: Arrived,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: CLIENT.client_id,
    client_secret: CLIENT.client_secret,
    redirect_uri: REDIRECT_URI,
    code: arrived.response.get('code') ?? '',
    code_verifier: arrived.codeVerifier,
    ...parameters,
  })
  return fetch(`${idp.issuer}/token`, { method: 'POST', body })
}

/**
 * Reads an answer as a JSON object.
 *
 * @param response - the answer
 * @returns its members
 */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null) throw new Error('The body is not an object.')
  return { ...body }
}

/**
 * Signs in and redeems the code.
 *
 * @param idp - the provider
 * @param login - who
 * @returns the ID token, the access token and the nonce that was sent
 */
export async function obtainTokens(
  idp: IdentityProvider,
  login = 'ada',
): Promise<{ idToken: string; accessToken: string; nonce: string }> {
  const arrived = await authorize(idp, { login })
  const tokens = await readJson(await requestToken(idp, arrived))
  const { id_token: idToken, access_token: accessToken } = tokens
  return { idToken: String(idToken), accessToken: String(accessToken), nonce: arrived.nonce }
}

/**
 * Verifies an ID token as a client does.
 *
 * @param idp - the provider whose key set is used
 * @param idToken - compact serialisation
 * @returns its claims
 */
export async function verifyIdToken(idp: IdentityProvider, idToken: string): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`))
  const expected = { issuer: idp.issuer, audience: CLIENT.client_id }
  return (await jwtVerify(idToken, keys, expected)).payload
}

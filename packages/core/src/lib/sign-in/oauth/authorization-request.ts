import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { InvalidConfiguration, OAuthSignInError } from '../../errors/classes.ts'
import { describeKind, namingNow } from '../../errors/own-function.ts'
import { allowInternal, isReachable } from '../../http/outbound.ts'
import { isObject } from '../../kit/json.ts'
import type { RequestedAuthentication, Transaction } from '../transaction/transaction.ts'
import type { Check } from '../../types/provider.ts'
import { clientAuthentication } from './client-auth.ts'
import { createTransaction, type AuthorizationRequest } from './create-transaction.ts'
import { loadServer, type Server } from './metadata.ts'
import { dpopHandle, sendRequest, toClient } from './request.ts'
import { requestedAlso, requestedAuthentication } from './requested-authentication.ts'
import { hexadecimal } from '../../kit/hexadecimal.ts'
import { checkNames } from './reserved-parameters.ts'
import { readBody, readServiceError } from './token-response.ts'

const DEFAULT_SCOPE = 'openid profile email'

/** The checks that the provider supports. Without PKCE, state and nonce protect the code; without a nonce, the sign-in fails. */
function effectiveChecks(
  provider: OAuthProvider,
  metadata: oauth.AuthorizationServer,
): ReadonlySet<Check> {
  const methods = metadata.code_challenge_methods_supported
  if (!provider.checks.has('pkce') || !methods || methods.includes('S256')) return provider.checks
  if (provider.kind === 'oidc') return new Set(['state', 'nonce'])
  throw new OAuthSignInError(
    `The provider "${provider.id}" says that it does not support PKCE with S256. If that is right, set \`checks: ["state"]\`.`,
  )
}

/**
 * Refuses to send a browser to a page without TLS. On this machine it needs none.
 *
 * @throws OAuthSignInError when it is neither https nor an address that the provider may have
 */
export function requireSecure({ id, reach }: OAuthProvider, url: URL): URL {
  if (isReachable(url, { ...reach, insecureLoopback: true })) return url
  const advice = url.protocol === 'http:' ? ` ${allowInternal(url.origin)}.` : ''
  throw new OAuthSignInError(`The page of "${id}" that people are sent to is not https.${advice}`)
}

function requireEndpoint(provider: OAuthProvider, metadata: oauth.AuthorizationServer): URL {
  const { authorization_endpoint: endpoint } = metadata
  if (endpoint !== undefined && URL.canParse(endpoint)) {
    return requireSecure(provider, new URL(endpoint))
  }
  throw new OAuthSignInError(`The provider "${provider.id}" names no authorization endpoint.`)
}

function parameterText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

async function setProtocolParameters(
  url: URL,
  provider: OAuthProvider,
  transaction: Transaction,
  dpop: oauth.DPoPHandle | undefined,
): Promise<void> {
  const { state, nonce, codeVerifier } = transaction
  const parameters: Readonly<Record<string, string | undefined>> = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: transaction.redirectUri,
    state,
    nonce,
    code_challenge: codeVerifier && (await oauth.calculatePKCECodeChallenge(codeVerifier)),
    code_challenge_method: codeVerifier && 'S256',
    // RFC 9449, section 10: the code is of use only with the key.
    dpop_jkt: await dpop?.calculateThumbprint(),
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
}

/** Parameters that bind response and code to this sign-in. `authorization.conform` must keep them. */
const PROTECTING = ['state', 'nonce', 'code_challenge', 'dpop_jkt'] as const

/** @param result - of the function of the application, whose type is unchecked */
function requireUrl(result: unknown, subject: string): URL {
  const href = isObject(result) ? result['href'] : undefined
  if (typeof href === 'string' && URL.canParse(href)) return new URL(href)
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(result)}. Return the URL of the request.`,
  )
}

/** The request after `authorization.conform`, with everything that protects it. */
function conforming(provider: OAuthProvider, request: URL): URL {
  const { conform } = provider.authorization
  if (!conform) return request
  const subject = `The \`authorization.conform\` function of "${provider.id}"`
  const given = namingNow(OAuthSignInError, subject, () => conform(new URL(request)))
  const result = requireUrl(given, subject)
  const values = new Set(result.searchParams.values())
  const lost = PROTECTING.find((name) => {
    const value = request.searchParams.get(name)
    if (value === null || values.has(value)) return false
    // The same challenge as TikTok wants it.
    return name !== 'code_challenge' || !values.has(hexadecimal(value))
  })
  if (lost === undefined) return requireSecure(provider, result)
  throw new InvalidConfiguration(
    `\`authorization.conform\` of the provider "${provider.id}" leaves out or changes \`${lost}\`. Keep its value in the query, or name the checks the service can do in \`checks\`.`,
  )
}

/** The endpoint with the parameters of the configuration. */
function configuredRequest({ authorization }: OAuthProvider, endpoint: URL): URL {
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(authorization.params ?? {})) {
    if (value !== undefined) url.searchParams.set(name, parameterText(value))
  }
  return url
}

/** The requested authentication. Only an ID token has claims about it. */
function authenticationFor(
  { kind, config }: OAuthProvider,
  configured: URL,
  parameters: ReadonlyMap<string, string>,
): RequestedAuthentication | undefined {
  if (kind !== 'oidc') return undefined
  const own = new URLSearchParams([...parameters])
  return requestedAuthentication(configured.searchParams, own, config.client)
}

/** Adds the parameters of the caller, which cannot allow an older authentication than the configuration does. */
function toRequestUrl(
  { kind }: OAuthProvider,
  configured: URL,
  parameters: ReadonlyMap<string, string>,
  requested: RequestedAuthentication | undefined,
): URL {
  const url = new URL(configured)
  for (const [name, value] of parameters) url.searchParams.set(name, value)
  if (url.searchParams.has('max_age') && requested?.maxAge !== undefined) {
    url.searchParams.set('max_age', String(requested.maxAge))
  }
  if (kind === 'oidc' && !url.searchParams.has('scope'))
    url.searchParams.set('scope', DEFAULT_SCOPE)
  return url
}

/** Requires of the ID token what `authorization.conform` requests of the authentication. */
function withConformed(
  { kind, authorization }: OAuthProvider,
  transaction: Transaction,
  { searchParams }: URL,
): Transaction {
  if (kind !== 'oidc' || !authorization.conform) return transaction
  const requested = requestedAlso(transaction.requested, searchParams)
  return requested === undefined ? transaction : { ...transaction, requested }
}

/** Whether authorization requests have to be pushed. There is no fallback to a plain one. */
export function mustPush({ config }: OAuthProvider, { metadata }: Server): boolean {
  return (
    config.pushedAuthorizationRequests === true ||
    metadata.require_pushed_authorization_requests === true
  )
}

/**
 * Pushes an authorization request (RFC 9126, section 2).
 *
 * @param dpop - with the key that the code is bound to (RFC 9449, section 10.1)
 * @returns the `request_uri`
 * @throws OAuthSignInError when the server has no endpoint for it
 * @throws Error when the server refuses the request
 */
export async function pushRequest(
  provider: OAuthProvider,
  { metadata }: Server,
  parameters: URLSearchParams,
  dpop: oauth.DPoPHandle | undefined,
): Promise<string> {
  if (metadata.pushed_authorization_request_endpoint === undefined) {
    throw new OAuthSignInError(
      `The provider "${provider.id}" names no endpoint for pushed authorization requests.`,
    )
  }
  const client = toClient(provider)
  const authentication = clientAuthentication(provider, metadata)
  const response = await sendRequest(provider, dpop, (options) =>
    oauth.pushedAuthorizationRequest(metadata, client, authentication, parameters, options),
  )
  if (response.status >= 400) {
    const sent = ['state', 'nonce', 'code_challenge'].map((name) => parameters.get(name))
    const said = readServiceError(await readBody(response), [provider.config.clientSecret, ...sent])
    const message = `The provider "${provider.id}" refused the pushed authorization request.`
    throw new OAuthSignInError(message, { status: response.status, ...said })
  }
  const pushed = await oauth.processPushedAuthorizationResponse(metadata, client, response)
  return pushed.request_uri
}

/**
 * Makes an authorization request (RFC 6749, section 4.1.1) and the transaction that belongs to it.
 *
 * @param parameters - of the caller, in addition to those of the configuration
 * @param startedBy - id of the session that starts it
 * @throws OAuthSignInError when the provider cannot be reached or does not support the checks
 * @throws InvalidConfiguration when `authorization.conform` drops a protecting parameter, or returns no URL
 */
export async function authorizationRequest(
  context: Context,
  provider: OAuthProvider,
  parameters: ReadonlyMap<string, string>,
  startedBy: string | undefined,
): Promise<AuthorizationRequest> {
  checkNames(parameters.keys())
  const server = await loadServer(provider)
  const { metadata } = server
  const endpoint = requireEndpoint(provider, metadata)
  const configured = configuredRequest(provider, endpoint)
  const requested = authenticationFor(provider, configured, parameters)
  const url = toRequestUrl(provider, configured, parameters, requested)
  const checks = effectiveChecks(provider, metadata)
  const { issuer } = metadata
  const begun = await createTransaction(context, provider, {
    checks,
    issuer,
    requested,
    startedBy,
  })
  const dpop = begun.dpopKey && (await dpopHandle(toClient(provider), begun.dpopKey))
  await setProtocolParameters(url, provider, begun, dpop)
  const request = conforming(provider, url)
  const transaction = withConformed(provider, begun, request)
  if (!mustPush(provider, server)) return { url: request.href, transaction }
  const reference = await pushRequest(provider, server, request.searchParams, dpop)
  endpoint.searchParams.set('client_id', provider.clientId)
  endpoint.searchParams.set('request_uri', reference)
  return { url: endpoint.href, transaction }
}

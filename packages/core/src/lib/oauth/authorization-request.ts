import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../config/providers.ts'
import type { Context } from '../context.ts'
import { actionUrl } from '../context.ts'
import { randomToken } from '../crypto/random.ts'
import { InvalidConfiguration, InvalidRequest, OAuthSignInError } from '../errors/classes.ts'
import { isLoopback } from '../http/origin.ts'
import { newState, newTransactionId, type Transaction } from '../transaction/transaction.ts'
import type { Check } from '../types/provider.ts'
import { serverOf } from './metadata.ts'
import { proxyState } from './redirect-proxy.ts'

/** Parameters that belong to the protocol; nobody else may set them. */
const RESERVED =
  /^(?:client_id|redirect_uri|response_type|response_mode|state|nonce|code_challenge.*|request.*)$/

const DEFAULT_SCOPE = 'openid profile email'

/** An authorization request (RFC 6749, section 4.1.1) and the transaction that belongs to it. */
export interface AuthorizationRequest {
  readonly url: string
  readonly transaction: Transaction
}

/**
 * Refuses parameters of the caller that belong to the protocol.
 *
 * @throws InvalidRequest naming them
 */
export function checkParameters(parameters: ReadonlyMap<string, string>): void {
  const reserved = [...parameters.keys()].filter((name) => RESERVED.test(name))
  if (reserved.length > 0) {
    throw new InvalidRequest(
      `These authorization parameters cannot be set: ${reserved.join(', ')}.`,
    )
  }
}

/** PKCE is not left out silently: without it, nonce and state take over, and only where there is a nonce. */
function effectiveChecks(
  provider: OAuthProvider,
  metadata: oauth.AuthorizationServer,
): ReadonlySet<Check> {
  const methods = metadata.code_challenge_methods_supported
  if (!provider.checks.has('pkce') || !methods || methods.includes('S256')) return provider.checks
  if (provider.kind === 'oidc') return new Set(['state', 'nonce'])
  throw new OAuthSignInError(
    `The provider "${provider.id}" says that it does not support PKCE with S256. Set \`checks: ["state"]\` if that is so.`,
  )
}

/** Browsers are sent to pages, over https. */
function requireSecure({ id }: OAuthProvider, url: URL): URL {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.host))) return url
  throw new OAuthSignInError(`The authorization endpoint of "${id}" is not https.`)
}

function endpointOf(provider: OAuthProvider, metadata: oauth.AuthorizationServer): URL {
  const { authorization_endpoint: endpoint } = metadata
  if (endpoint !== undefined && URL.canParse(endpoint)) {
    return requireSecure(provider, new URL(endpoint))
  }
  throw new OAuthSignInError(`The provider "${provider.id}" names no authorization endpoint.`)
}

function text(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function redirectUri(context: Context, { id, redirectProxyUrl }: OAuthProvider): string {
  if (redirectProxyUrl === undefined) return actionUrl(context, `callback/${id}`)
  if (!URL.canParse(redirectProxyUrl)) {
    throw new InvalidConfiguration('`redirectProxyUrl` is not an absolute URL.')
  }
  return `${redirectProxyUrl.replace(/\/$/, '')}/callback/${id}`
}

/** Behind a redirect proxy the `state` says where the answer has to go. */
async function stateFor(context: Context, provider: OAuthProvider, id: string): Promise<string> {
  const own = actionUrl(context, `callback/${provider.id}`)
  if (redirectUri(context, provider) === own) return newState(id)
  return proxyState(context.profile.box, id, own)
}

/** What a transaction is made of, beside provider and context. */
interface Beginning {
  readonly checks: ReadonlySet<Check>
  readonly issuer: string
  readonly startedBy: string | undefined
}

async function begin(
  context: Context,
  provider: OAuthProvider,
  { checks, issuer, startedBy }: Beginning,
): Promise<Transaction> {
  const id = newTransactionId(context.config)
  return {
    id,
    provider: provider.id,
    issuer,
    ...(checks.has('state') ? { state: await stateFor(context, provider, id) } : {}),
    ...(checks.has('nonce') ? { nonce: randomToken() } : {}),
    ...(checks.has('pkce') ? { codeVerifier: randomToken() } : {}),
    redirectUri: redirectUri(context, provider),
    returnTo: context.returnTo,
    ...(startedBy === undefined ? {} : { startedBy }),
    createdAt: context.config.clock(),
  }
}

async function setProtocolParameters(
  url: URL,
  provider: OAuthProvider,
  transaction: Transaction,
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
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
}

/** What an answer is recognised by, so nothing may leave it out. */
const PROTECTING = ['state', 'nonce', 'code_challenge'] as const

/** The request as the service wants it, with everything that protects it. */
function conforming(provider: OAuthProvider, request: URL): URL {
  const { conform } = provider.authorization
  if (!conform) return request
  const result = conform(new URL(request))
  const values = new Set(result.searchParams.values())
  const lost = PROTECTING.find((name) => {
    const value = request.searchParams.get(name)
    return value !== null && !values.has(value)
  })
  if (lost === undefined) return requireSecure(provider, result)
  throw new InvalidConfiguration(
    `\`authorization.conform\` of the provider "${provider.id}" leaves out or changes \`${lost}\`. Keep its value in the query, or name the checks the service can do in \`checks\`.`,
  )
}

/**
 * Makes an authorization request.
 *
 * @param parameters - of the caller, in addition to those of the configuration
 * @param startedBy - id of the session that starts it
 * @throws OAuthSignInError when the provider cannot be reached or does not support what is needed
 * @throws InvalidConfiguration when `authorization.conform` drops what protects the request
 */
export async function authorizationRequest(
  context: Context,
  provider: OAuthProvider,
  parameters: ReadonlyMap<string, string>,
  startedBy: string | undefined,
): Promise<AuthorizationRequest> {
  checkParameters(parameters)
  const { metadata } = await serverOf(provider)
  const url = endpointOf(provider, metadata)
  for (const [name, value] of Object.entries(provider.authorization.params ?? {})) {
    if (value !== undefined) url.searchParams.set(name, text(value))
  }
  for (const [name, value] of parameters) url.searchParams.set(name, value)
  if (provider.kind === 'oidc' && !url.searchParams.has('scope')) {
    url.searchParams.set('scope', DEFAULT_SCOPE)
  }
  const checks = effectiveChecks(provider, metadata)
  const transaction = await begin(context, provider, { checks, issuer: metadata.issuer, startedBy })
  await setProtocolParameters(url, provider, transaction)
  return { url: conforming(provider, url).href, transaction }
}

import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { InvalidCheck, OAuthCallbackError } from '../../errors/classes.ts'
import { isLoopback } from '../../http/origin.ts'
import { numericDate } from '../../kit/clock.ts'
import { readJson } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { TokenSet } from '../../types/account.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { VerifiedClaims } from './id-token.ts'
import { loadServer, type Server } from './metadata.ts'
import { dpopHandle, toClient } from './request.ts'
import {
  type Exchange,
  tokenRequest,
  withExpiry,
  withoutUnusableMembers,
  withoutSecret,
} from './token-endpoint.ts'

// Only OpenID Connect has ID tokens.
const idTokens = lazy(() => import('./id-token.ts'))

/** The verified token response. */
export interface Grant {
  readonly tokens: TokenSet
  /** Claims of the ID token; with OpenID Connect. */
  readonly claims?: VerifiedClaims
  readonly server: Server
  /** Makes proofs with the key that the tokens are bound to. */
  readonly dpop?: oauth.DPoPHandle
}

/**
 * Refuses a code for another authorization server than the configured one, which must not get it (RFC 9700, section 4.4).
 */
function requireSameIssuer(
  { id }: OAuthProvider,
  { metadata }: Server,
  { issuer }: Transaction,
): void {
  if (issuer === metadata.issuer) return
  throw new InvalidCheck(
    `The sign-in with "${id}" was started at ${issuer === undefined ? 'no issuer' : `the issuer ${JSON.stringify(issuer)}`}, and the configuration now names ${JSON.stringify(metadata.issuer)}. Start the sign-in again.`,
  )
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, host } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host))
}

/**
 * The authorization response without an `iss` that cannot be compared. Where the configuration names no issuer (RFC 9207, section 2.4),
 * the redirect URI tells providers apart.
 */
function withComparableIssuer(
  { id }: OAuthProvider,
  { issuerUnknown }: Server,
  parameters: URLSearchParams,
): URLSearchParams {
  const iss = parameters.get('iss')
  if (!issuerUnknown || iss === null) return parameters
  if (!isIssuer(iss)) {
    throw new OAuthCallbackError(
      `The \`iss\` in the response of "${id}" is not an issuer identifier.`,
    )
  }
  const rest = new URLSearchParams(parameters)
  rest.delete('iss')
  return rest
}

function validateResponse(
  { id }: OAuthProvider,
  { server, client, transaction }: Omit<Exchange, 'parameters' | 'dpop'>,
  parameters: URLSearchParams,
): URLSearchParams {
  const state = transaction.state ?? oauth.skipStateCheck
  try {
    return oauth.validateAuthResponse(server.metadata, client, parameters, state)
  } catch (err) {
    if (!(err instanceof oauth.AuthorizationResponseError)) throw err
    const { error } = err
    throw new OAuthCallbackError(`The provider "${id}" answered with an error.`, { err, error })
  }
}

/**
 * Refuses an access token in the authorization response: the response type is `code` (RFC 9700, section 2.1.2). `oauth4webapi` refuses an
 * ID token there.
 */
function refuseToken({ id }: OAuthProvider, parameters: URLSearchParams): void {
  if (!parameters.has('access_token')) return
  throw new OAuthCallbackError(`The provider "${id}" sent a token through the browser.`)
}

/** The token endpoint refused the code (RFC 6749, section 5.2). */
function refusedCode(
  provider: OAuthProvider,
  details: { readonly error: string; readonly status: number; readonly err?: Error },
): OAuthCallbackError {
  const message = `The token endpoint of "${provider.id}" refused the code.`
  return new OAuthCallbackError(`${message}${withoutSecret(provider)}`, details)
}

/** Refuses a response with `error`, also with status 200 and a token beside it. */
function refuseError(
  provider: OAuthProvider,
  status: number,
  { error }: Readonly<Record<string, unknown>>,
): void {
  if (status !== 200 || typeof error !== 'string' || error === '') return
  throw refusedCode(provider, { error, status })
}

/**
 * Requires the requested type of token. With DPoP, a server that does not support it answers with a bearer token, which is bound to no key
 * (RFC 9449, section 5). Without DPoP, a token that is bound to a key cannot be used.
 */
function requireType({ id, config }: OAuthProvider, { token_type: type }: TokenSet): void {
  if (type === (config.dpop ? 'dpop' : 'bearer')) return
  throw new OAuthCallbackError(
    config.dpop
      ? `The token of "${id}" is not bound to the key of the sign-in. Set \`dpop: false\` if the service does not support DPoP.`
      : `The token of "${id}" is bound to a key that this server does not have: its type is not Bearer. Set \`dpop: true\` if the service asks for DPoP.`,
  )
}

/**
 * Verifies the ID token, then the token response around it.
 *
 * @param response - without the members that {@link withoutUnusableMembers} removes
 */
async function readTokenResponse(
  provider: OAuthProvider,
  response: Response,
  { server, client, transaction, parameters }: Exchange,
  now: number,
): Promise<Pick<Grant, 'tokens' | 'claims'>> {
  const members = await readJson(response)
  refuseError(provider, response.status, members)
  const { id_token: idToken, access_token: accessToken } = members
  const oidc = provider.kind === 'oidc'
  const context = { accessToken, code: parameters.get('code'), transaction, now }
  const claims =
    oidc && response.status === 200 && typeof idToken === 'string'
      ? await (await idTokens()).verifyIdToken(provider, server, idToken, context)
      : undefined
  const issuer = claims
    ? (await idTokens()).expectedIssuer(provider, server, claims)
    : server.metadata.issuer
  const { nonce } = transaction
  const options = { requireIdToken: true, ...(nonce === undefined ? {} : { expectedNonce: nonce }) }
  const metadata = { ...server.metadata, issuer }
  const result = await oauth
    .processAuthorizationCodeResponse(metadata, client, response, oidc ? options : {})
    .catch((err: unknown) => {
      if (!(err instanceof oauth.ResponseBodyError)) throw err
      throw refusedCode(provider, { err, error: err.error, status: err.status })
    })
  return { tokens: withExpiry(result, now), ...(claims ? { claims } : {}) }
}

/**
 * The authorization code grant, from the authorization response to verified tokens, in the order of the specifications.
 *
 * @param parameters - the authorization response
 * @param milliseconds - the time now
 * @throws InvalidCheck when the sign-in was started at another issuer
 * @throws OAuthCallbackError when another check fails
 */
export async function codeGrant(
  provider: OAuthProvider,
  transaction: Transaction,
  parameters: URLSearchParams,
  milliseconds: number,
): Promise<Grant> {
  const client = toClient(provider)
  try {
    const server = await loadServer(provider)
    // RFC 9700, section 4.4: the code goes to the server that the sign-in was started at.
    requireSameIssuer(provider, server, transaction)
    // RFC 6749, section 4.1.2, with `iss` of RFC 9207: state, error, code.
    const expected = { server, client, transaction }
    const comparable = withComparableIssuer(provider, server, parameters)
    const checked = validateResponse(provider, expected, comparable)
    refuseToken(provider, checked)
    // RFC 6749, section 4.1.3, with a proof of RFC 9449: the code for tokens.
    const dpop = transaction.dpopKey && (await dpopHandle(client, transaction.dpopKey))
    const exchange = { ...expected, parameters: checked, dpop }
    const given = await tokenRequest(provider, exchange)
    // RFC 6749, section 5, and OpenID Connect Core 1.0, section 3.1.3.7: the ID token first, then the response around it.
    const response = await withoutUnusableMembers(given, provider.kind)
    const verified = await readTokenResponse(
      provider,
      response,
      exchange,
      numericDate(milliseconds),
    )
    // RFC 9449, section 5.
    requireType(provider, verified.tokens)
    return { ...verified, server, ...(dpop ? { dpop } : {}) }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthCallbackError(`The response of "${provider.id}" could not be verified.`, {
      err: asError(cause),
    })
  }
}

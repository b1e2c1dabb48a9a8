import * as oauth from 'oauth4webapi'
import { CANCELLED } from '../../failures/visitor-reason.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { InvalidCheck, OAuthCallbackError } from '../../errors/classes.ts'
import { isReachable } from '../../http/outbound.ts'
import { numericDate } from '../../kit/clock.ts'
import { sameIssuer } from '../../kit/issuer.ts'
import { lazy } from '../../kit/lazy.ts'
import type { TokenSet } from '../../types/account.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { VerifiedClaims } from './id-token.ts'
import { loadServer, type Server } from './metadata.ts'
import { dpopHandle, toClient } from './request.ts'
import { type Exchange, tokenRequest, withExpiry } from './token-endpoint.ts'
import { readTokenResponse, type TokenMembers } from './token-response.ts'

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
  if (sameIssuer(metadata.issuer, issuer)) return
  throw new InvalidCheck(
    `The sign-in with "${id}" was started at ${issuer === undefined ? 'no issuer' : `the issuer ${JSON.stringify(issuer)}`}, and the configuration now names ${JSON.stringify(metadata.issuer)}. Start the sign-in again.`,
  )
}

function isIssuer({ reach }: OAuthProvider, text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  return isReachable(new URL(text), { ...reach, insecureLoopback: true })
}

/**
 * The authorization response with an `iss` that can be compared: in the spelling of the metadata, and without one where the configuration
 * names no issuer (RFC 9207, section 2.4), so that the redirect URI tells providers apart.
 */
function withComparableIssuer(
  provider: OAuthProvider,
  { issuerUnknown, metadata: { issuer } }: Server,
  parameters: URLSearchParams,
): URLSearchParams {
  const iss = parameters.get('iss')
  if (iss === null || (!issuerUnknown && (iss === issuer || !sameIssuer(iss, issuer))))
    return parameters
  const comparable = new URLSearchParams(parameters)
  if (!issuerUnknown) {
    comparable.set('iss', issuer)
    return comparable
  }
  if (!isIssuer(provider, iss)) {
    throw new OAuthCallbackError(
      `The \`iss\` in the response of "${provider.id}" is not an issuer identifier.`,
    )
  }
  comparable.delete('iss')
  return comparable
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
    const message = CANCELLED.test(error)
      ? `The person cancelled the sign-in at "${id}".`
      : `The provider "${id}" answered with an error.`
    throw new OAuthCallbackError(message, { err, error })
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

/** The verified claims of the ID token; none without OpenID Connect. */
async function readIdToken(
  provider: OAuthProvider,
  { id_token: idToken, access_token: accessToken }: TokenMembers,
  { server, transaction, parameters }: Exchange,
  now: number,
): Promise<Pick<Grant, 'claims'>> {
  if (provider.kind !== 'oidc') return {}
  const { verifyIdToken } = await idTokens()
  const context = { accessToken, code: parameters.get('code'), transaction, now }
  // `readTokenResponse` requires it.
  return { claims: await verifyIdToken(provider, server, idToken ?? '', context) }
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
    const now = numericDate(milliseconds)
    // RFC 6749, section 5, and OpenID Connect Core 1.0, section 3.1.3.7.
    const sent = [checked.get('code'), transaction.codeVerifier]
    const members = await readTokenResponse(provider, given, sent)
    const verified = await readIdToken(provider, members, exchange, now)
    const tokens = withExpiry(members, now)
    // RFC 9449, section 5.
    requireType(provider, tokens)
    return { tokens, ...verified, server, ...(dpop ? { dpop } : {}) }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthCallbackError(`The response of "${provider.id}" could not be verified.`, {
      err: asError(cause),
    })
  }
}

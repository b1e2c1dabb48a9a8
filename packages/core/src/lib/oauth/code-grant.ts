import * as oauth from 'oauth4webapi'
import { numericDate } from '../clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { InvalidCheck, OAuthCallbackError } from '../errors/classes.ts'
import { isLoopback } from '../http/origin.ts'
import { readJson } from '../json.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenSet } from '../types/account.ts'
import { dpopHandle } from './dpop.ts'
import { verifyIdToken, type VerifiedClaims } from './id-token.ts'
import { toClient, loadServer, type Server } from './metadata.ts'
import { refusedCode, tokenRequest } from './token-request.ts'
import { withExpiry, withoutForeign } from './token-response.ts'

/** What the token endpoint gave, verified. */
export interface Grant {
  readonly tokens: TokenSet
  /** Claims of the ID token; with OpenID Connect. */
  readonly claims?: VerifiedClaims
  readonly server: Server
  /** Makes proofs with the key that the tokens are bound to. */
  readonly dpop?: oauth.DPoPHandle
}

/**
 * The response type is `code`: a token does not travel through the browser (RFC 9700, section 2.1.2). `oauth4webapi` has refused
 * an ID token by then.
 */
function refuseToken({ id }: OAuthProvider, parameters: URLSearchParams): void {
  if (!parameters.has('access_token')) return
  throw new OAuthCallbackError(`The provider "${id}" sent a token through the browser.`)
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, host } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host))
}

/**
 * The answer as far as it can be compared. Where the configuration names no issuer, there is none to compare `iss` with
 * (RFC 9207, section 2.4): each provider has a redirect URI of its own, which tells them apart.
 */
function comparable(
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

/** The issuer an ID token has to name, where the discovery document has a template in its place. */
function expectedIssuer(
  provider: OAuthProvider,
  { metadata }: Server,
  claims: VerifiedClaims,
): string {
  const { config } = provider
  const resolve = 'resolveIssuer' in config ? config.resolveIssuer : undefined
  if (!resolve || metadata.issuer === config.issuer) return metadata.issuer
  const issuer = resolve(claims)
  if (issuer === undefined) {
    throw new OAuthCallbackError(
      `The ID token of "${provider.id}" names no issuer that is accepted.`,
    )
  }
  return issuer
}

/** What a token response has to belong to. */
interface Occasion {
  readonly server: Server
  readonly transaction: Transaction
  readonly code: string | null
  /** Seconds since the epoch. */
  readonly now: number
}

interface Processed {
  readonly claims?: VerifiedClaims | undefined
  readonly result: oauth.TokenEndpointResponse
}

async function processOidc(
  provider: OAuthProvider,
  response: Response,
  { server, ...context }: Occasion,
): Promise<Processed> {
  const { id_token: idToken, access_token: accessToken } = await readJson(response)
  const claims =
    response.status === 200 && typeof idToken === 'string'
      ? await verifyIdToken(provider, server, idToken, { accessToken, ...context })
      : undefined
  const issuer = claims ? expectedIssuer(provider, server, claims) : server.metadata.issuer
  const { nonce } = context.transaction
  const result = await oauth.processAuthorizationCodeResponse(
    { ...server.metadata, issuer },
    toClient(provider),
    response,
    { requireIdToken: true, ...(nonce === undefined ? {} : { expectedNonce: nonce }) },
  )
  return { claims, result }
}

async function processTokens(
  provider: OAuthProvider,
  given: Response,
  occasion: Occasion,
): Promise<Processed> {
  const response = await withoutForeign(given, provider.kind)
  if (provider.kind === 'oidc') return processOidc(provider, response, occasion)
  const { metadata } = occasion.server
  const client = toClient(provider)
  return { result: await oauth.processAuthorizationCodeResponse(metadata, client, response) }
}

/**
 * The token is of the type that was asked for: with DPoP, a server that does not know it answers with a token that anybody
 * could use (RFC 9449, section 5); without, one that is bound to a key is of no use.
 */
function requireType({ id, config }: OAuthProvider, { token_type: type }: TokenSet): void {
  if (type === (config.dpop ? 'dpop' : 'bearer')) return
  throw new OAuthCallbackError(
    config.dpop
      ? `The token of "${id}" is not bound to the key of the sign-in. Set \`dpop: false\` if the service does not support DPoP.`
      : `The token of "${id}" is bound to a key that this server does not have: its type is not Bearer. Set \`dpop: true\` if the service asks for DPoP.`,
  )
}

function explain(provider: OAuthProvider, cause: unknown): OAuthCallbackError {
  const err = asError(cause)
  if (cause instanceof oauth.AuthorizationResponseError) {
    return new OAuthCallbackError(`The provider "${provider.id}" answered with an error.`, {
      err,
      error: cause.error,
    })
  }
  if (cause instanceof oauth.ResponseBodyError) {
    return refusedCode(provider, { err, error: cause.error, status: cause.status })
  }
  return new OAuthCallbackError(`The response of "${provider.id}" could not be verified.`, { err })
}

/**
 * A code is for the authorization server that was asked. One that another configuration names by now must not be sent it
 * (RFC 9700, section 4.4).
 */
function requireSameIssuer(
  { id }: OAuthProvider,
  { metadata }: Server,
  { issuer }: Transaction,
): void {
  if (issuer === metadata.issuer) return
  throw new InvalidCheck(
    `The sign-in with "${id}" was started at ${issuer === undefined ? 'no issuer' : `the issuer ${JSON.stringify(issuer)}`}, and the configuration names ${JSON.stringify(metadata.issuer)} by now. Start it again.`,
  )
}

/**
 * Checks the authorization response (RFC 6749, section 4.1.2; RFC 9207), exchanges the code (section 4.1.3) and checks
 * what comes back (OpenID Connect Core 1.0, section 3.1.3).
 *
 * @param parameters - the authorization response
 * @param milliseconds - the present
 * @throws InvalidCheck when the sign-in was started at another issuer
 * @throws OAuthCallbackError when anything else does not hold
 */
export async function codeGrant(
  provider: OAuthProvider,
  transaction: Transaction,
  parameters: URLSearchParams,
  milliseconds: number,
): Promise<Grant> {
  const now = numericDate(milliseconds)
  try {
    const server = await loadServer(provider)
    requireSameIssuer(provider, server, transaction)
    const state = transaction.state ?? oauth.skipStateCheck
    const checked = oauth.validateAuthResponse(
      server.metadata,
      toClient(provider),
      comparable(provider, server, parameters),
      state,
    )
    refuseToken(provider, checked)
    const dpop = transaction.dpopKey && (await dpopHandle(provider, transaction.dpopKey))
    const exchange = { server, transaction, parameters: checked, dpop }
    const response = await tokenRequest(provider, exchange)
    const occasion = { server, transaction, code: checked.get('code'), now }
    const { claims, result } = await processTokens(provider, response, occasion)
    const tokens = withExpiry(result, now)
    requireType(provider, tokens)
    return { tokens, ...(claims ? { claims } : {}), server, ...(dpop ? { dpop } : {}) }
  } catch (cause) {
    throw isAuthError(cause) ? cause : explain(provider, cause)
  }
}

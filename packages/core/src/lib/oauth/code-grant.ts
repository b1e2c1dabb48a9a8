import * as oauth from 'oauth4webapi'
import { numericDate } from '../clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { OAuthCallbackError } from '../errors/classes.ts'
import { jsonOf } from '../json.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenSet } from '../types/account.ts'
import { dpopHandle } from './dpop.ts'
import { verifyIdToken, type VerifiedClaims } from './id-token.ts'
import { clientOf, serverOf, type Server } from './metadata.ts'
import { refusedCode, tokenRequest } from './token-request.ts'

/** Longest lifetime of an access token that is believed, in seconds: ten years. */
const MAX_EXPIRES_IN = 315_360_000

/** What the token endpoint gave, verified. */
export interface Grant {
  readonly tokens: TokenSet
  /** Claims of the ID token; with OpenID Connect. */
  readonly claims?: VerifiedClaims
  readonly server: Server
  /** Makes proofs with the key that the tokens are bound to. */
  readonly dpop?: oauth.DPoPHandle
}

/** OAuth without OpenID Connect: an ID token that comes along is neither verified nor used, so it is left out. */
async function withoutIdToken(response: Response): Promise<Response> {
  const { id_token: idToken, ...rest } = await jsonOf(response)
  if (idToken === undefined || response.status !== 200) return response
  return Response.json(rest, { status: 200 })
}

/** The response type is `code`: a token does not travel through the browser (RFC 9700, section 2.1.2). */
function refuseTokens({ id }: OAuthProvider, parameters: URLSearchParams): void {
  if (!['access_token', 'id_token', 'token'].some((name) => parameters.has(name))) return
  throw new OAuthCallbackError(`The provider "${id}" sent a token through the browser.`)
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

interface OidcContext {
  readonly server: Server
  readonly nonce: string | undefined
  /** Seconds since the epoch. */
  readonly now: number
}

type Processed = Pick<Grant, 'claims'> & { readonly result: oauth.TokenEndpointResponse }

async function processOidc(
  provider: OAuthProvider,
  response: Response,
  { server, nonce, now }: OidcContext,
): Promise<Processed> {
  const { id_token: idToken, access_token: accessToken } = await jsonOf(response)
  const claims =
    response.status === 200 && typeof idToken === 'string'
      ? await verifyIdToken(provider, server, idToken, { accessToken, now })
      : undefined
  const issuer = claims ? expectedIssuer(provider, server, claims) : server.metadata.issuer
  const result = await oauth.processAuthorizationCodeResponse(
    { ...server.metadata, issuer },
    clientOf(provider),
    response,
    { requireIdToken: true, ...(nonce === undefined ? {} : { expectedNonce: nonce }) },
  )
  return claims ? { claims, result } : { result }
}

async function processTokens(
  provider: OAuthProvider,
  response: Response,
  context: OidcContext,
): Promise<Processed> {
  if (provider.kind === 'oidc') return processOidc(provider, response, context)
  const result = await oauth.processAuthorizationCodeResponse(
    context.server.metadata,
    clientOf(provider),
    await withoutIdToken(response),
  )
  return { result }
}

function withExpiry({ ...tokens }: oauth.TokenEndpointResponse, now: number): TokenSet {
  const { expires_in: expiresIn } = tokens
  const usable = typeof expiresIn === 'number' && expiresIn > 0 && expiresIn < MAX_EXPIRES_IN
  // Checked by `oauth4webapi`; further members are JSON.
  return { ...tokens, ...(usable ? { expires_at: Math.floor(now + expiresIn) } : {}) } as TokenSet
}

/** RFC 9449, section 5: a server that does not know DPoP answers with a token that anybody could use. */
function requireBound({ id, config }: OAuthProvider, { token_type: type }: TokenSet): void {
  if (!config.dpop || type === 'dpop') return
  throw new OAuthCallbackError(`The token of "${id}" is not bound to the key of the sign-in.`)
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
  return new OAuthCallbackError(`The answer of "${provider.id}" does not verify.`, { err })
}

/**
 * Checks the authorization response (RFC 6749, section 4.1.2; RFC 9207), exchanges the code (section 4.1.3) and checks
 * what comes back (OpenID Connect Core 1.0, section 3.1.3).
 *
 * @param parameters - the authorization response
 * @param milliseconds - the present
 * @throws OAuthCallbackError when anything does not hold
 */
export async function codeGrant(
  provider: OAuthProvider,
  transaction: Transaction,
  parameters: URLSearchParams,
  milliseconds: number,
): Promise<Grant> {
  const now = numericDate(milliseconds)
  try {
    const server = await serverOf(provider)
    const state = transaction.state ?? oauth.skipStateCheck
    const checked = oauth.validateAuthResponse(
      server.metadata,
      clientOf(provider),
      parameters,
      state,
    )
    refuseTokens(provider, checked)
    const dpop = transaction.dpopKey && (await dpopHandle(provider, transaction.dpopKey))
    const exchange = { server, transaction, parameters: checked, dpop }
    const response = await tokenRequest(provider, exchange)
    const { claims, result } = await processTokens(provider, response, {
      server,
      nonce: transaction.nonce,
      now,
    })
    const tokens = withExpiry(result, now)
    requireBound(provider, tokens)
    return { tokens, ...(claims ? { claims } : {}), server, ...(dpop ? { dpop } : {}) }
  } catch (cause) {
    throw isAuthError(cause) ? cause : explain(provider, cause)
  }
}

import * as oauth from 'oauth4webapi'
import { numericDate } from '../clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { OAuthCallbackError } from '../errors/classes.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenSet } from '../types/account.ts'
import { verifyIdToken, type VerifiedClaims } from './id-token.ts'
import { clientOf, serverOf, type Server } from './metadata.ts'
import { jsonOf, tokenRequest } from './token-request.ts'

/** Longest lifetime of an access token that is believed, in seconds: ten years. */
const MAX_EXPIRES_IN = 315_360_000

/** What the token endpoint gave, verified. */
export interface Grant {
  readonly tokens: TokenSet
  /** Claims of the ID token; with OpenID Connect. */
  readonly claims?: VerifiedClaims
  readonly server: Server
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

async function processOidc(
  provider: OAuthProvider,
  response: Response,
  { server, nonce, now }: OidcContext,
): Promise<Pick<Grant, 'claims'> & { readonly result: oauth.TokenEndpointResponse }> {
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

function withExpiry({ ...tokens }: oauth.TokenEndpointResponse, now: number): TokenSet {
  const { expires_in: expiresIn } = tokens
  const usable = typeof expiresIn === 'number' && expiresIn > 0 && expiresIn < MAX_EXPIRES_IN
  // Checked by `oauth4webapi`; further members are JSON.
  return { ...tokens, ...(usable ? { expires_at: Math.floor(now + expiresIn) } : {}) } as TokenSet
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
    return new OAuthCallbackError(`The token endpoint of "${provider.id}" refused the code.`, {
      err,
      error: cause.error,
      status: cause.status,
    })
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
    const response = await tokenRequest(provider, { server, transaction, parameters: checked })
    if (provider.kind === 'oidc') {
      const { claims, result } = await processOidc(provider, response, {
        server,
        nonce: transaction.nonce,
        now,
      })
      return { tokens: withExpiry(result, now), ...(claims ? { claims } : {}), server }
    }
    const result = await oauth.processAuthorizationCodeResponse(
      server.metadata,
      clientOf(provider),
      await withoutIdToken(response),
    )
    return { tokens: withExpiry(result, now), server }
  } catch (cause) {
    throw isAuthError(cause) ? cause : explain(provider, cause)
  }
}

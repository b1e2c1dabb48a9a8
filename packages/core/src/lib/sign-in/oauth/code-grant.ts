import type * as oauth from 'oauth4webapi'
import { numericDate } from '../../kit/clock.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { TokenSet } from '../../types/account.ts'
import { checkAuthorizationResponse } from './authorization-response.ts'
import { dpopHandle } from './dpop.ts'
import type { VerifiedClaims } from './id-token.ts'
import { loadServer, type Server } from './metadata.ts'
import { toClient } from './request.ts'
import { tokenRequest } from './token-request.ts'
import { verifyTokens } from './token-response.ts'

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
  const client = toClient(provider)
  try {
    const server = await loadServer(provider)
    const expected = { server, client, transaction }
    const checked = checkAuthorizationResponse(provider, expected, parameters)
    const dpop = transaction.dpopKey && (await dpopHandle(client, transaction.dpopKey))
    const exchange = { ...expected, parameters: checked, dpop }
    const response = await tokenRequest(provider, exchange)
    const verified = await verifyTokens(provider, response, exchange, numericDate(milliseconds))
    return { ...verified, server, ...(dpop ? { dpop } : {}) }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthCallbackError(`The response of "${provider.id}" could not be verified.`, {
      err: asError(cause),
    })
  }
}

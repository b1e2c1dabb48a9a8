import * as oauth from 'oauth4webapi'
import { numericDate } from '../../kit/clock.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Profile } from '../../types/account.ts'
import type { Grant } from './code-grant.ts'
import { clockTolerance } from './metadata.ts'
import { expiryProblem } from './times.ts'

const loadVerify = lazy(async () => (await import('jose')).compactVerify)

/** The answer says that it is what it has to be (OpenID Connect Core 1.0, section 5.3.2). */
function assertJson({ id }: OAuthProvider, { status, headers }: Response): void {
  const type = headers.get('content-type') ?? ''
  if (status !== 200 || /^application\/(?:json|jwt|[\w.-]+\+json)\s*(?:;|$)/i.test(type)) return
  throw new OAuthCallbackError(`The userinfo of "${id}" is neither JSON nor a JWT.`)
}

/** A signed answer (OpenID Connect Core 1.0, section 5.3.2) is signed by the issuer, and of today. */
async function verifySigned(
  provider: OAuthProvider,
  client: oauth.Client,
  { keys }: Grant['server'],
  token: string,
): Promise<void> {
  const compactVerify = await loadVerify()
  if (!keys) throw new OAuthCallbackError(`The userinfo of "${provider.id}" cannot be verified.`)
  const algorithms = [client.userinfo_signed_response_alg ?? 'RS256'].map(String)
  // The key function of a JWKS takes the header of any compact JWS.
  const anyKeys = keys as Parameters<typeof compactVerify>[1]
  const { payload } = await compactVerify(token, anyKeys, { algorithms })
  const claims = parseJson(new TextDecoder().decode(payload))
  const times = { now: numericDate(provider.clock()), tolerance: clockTolerance(provider) }
  const problem = expiryProblem(isObject(claims) ? claims : {}, times)
  if (problem === undefined) return
  throw new OAuthCallbackError(`The userinfo of "${provider.id}" ${problem}.`)
}

/**
 * The claims in a userinfo response. It has to be about the subject of the ID token (OpenID Connect Core 1.0, section 5.3).
 *
 * @throws OAuthCallbackError when it is not, or does not verify
 */
export async function readClaims(
  provider: OAuthProvider,
  client: oauth.Client,
  { claims, server }: Grant,
  response: Response,
): Promise<Profile> {
  assertJson(provider, response)
  if (response.headers.get('content-type')?.includes('application/jwt')) {
    await verifySigned(provider, client, server, await response.clone().text())
  }
  const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''
  return { ...(await oauth.processUserInfoResponse(server.metadata, client, subject, response)) }
}

import * as oauth from 'oauth4webapi'
import { numericDate } from '../clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { OAuthCallbackError } from '../errors/classes.ts'
import { isObject, parseJson } from '../json.ts'
import { lazy } from '../lazy.ts'
import type { Profile } from '../types/account.ts'
import type { Grant } from './code-grant.ts'
import { clockTolerance } from './metadata.ts'
import { expiryProblem } from './times.ts'
import type { UserinfoExchange } from './userinfo-request.ts'

const loadVerify = lazy(async () => (await import('jose')).compactVerify)

/** The answer to a plain GET has to be an object. */
async function readPlain({ id }: OAuthProvider, response: Response): Promise<Profile> {
  const body: unknown = response.status === 200 ? await response.json() : undefined
  if (isObject(body)) return body
  throw new OAuthCallbackError(
    `The userinfo endpoint of "${id}" answered with HTTP ${response.status} and no object.`,
  )
}

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

/** OpenID Connect Core 1.0, section 5.3: the answer has to be about the subject of the ID token. */
async function readClaims(
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

/**
 * The profile in a userinfo response.
 *
 * @throws OAuthCallbackError when it has none, or does not verify
 */
export function readUserinfo(
  provider: OAuthProvider,
  grant: Grant,
  { client, response }: UserinfoExchange,
): Promise<Profile> {
  if (provider.kind === 'oauth') return readPlain(provider, response)
  return readClaims(provider, client, grant, response)
}

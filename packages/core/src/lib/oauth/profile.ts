import * as oauth from 'oauth4webapi'
import { numericDate } from '../clock.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { OAuthCallbackError } from '../errors/classes.ts'
import { isObject, parseJson } from '../json.ts'
import type { Profile } from '../types/account.ts'
import type { OAuthIdentity } from '../types/oauth-identity.ts'
import type { Grant } from './code-grant.ts'
import { toIdentity } from './identity.ts'
import { clockTolerance } from './metadata.ts'
import { sendRequest, toClient } from './request.ts'
import { expiryProblem } from './times.ts'

/** With OAuth alone, an address may be configured with parameters. */
function userinfoUrl({ kind, userinfo }: OAuthProvider, endpoint: string): string {
  if (kind === 'oidc') return endpoint
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(userinfo.params ?? {}))
    url.searchParams.set(name, value)
  return url.href
}

/**
 * OpenID Connect Core 1.0, section 5.3.1, with a proof where the token is bound to a key (RFC 9449, section 7); with OAuth alone
 * one plain GET (RFC 6750, section 2.1).
 */
function requestUserinfo(
  provider: OAuthProvider,
  { tokens, server, dpop }: Grant,
  url: string,
): Promise<Response> {
  const { access_token: token = '' } = tokens
  if (provider.kind === 'oauth' && !dpop) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    return provider.fetch(url, { headers })
  }
  const metadata = { ...server.metadata, userinfo_endpoint: url }
  return sendRequest(provider, dpop, (options) =>
    oauth.userInfoRequest(metadata, toClient(provider), token, options),
  )
}

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
  const { compactVerify } = await import('jose')
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
  if (response.headers.get('content-type')?.includes('application/jwt')) {
    await verifySigned(provider, client, server, await response.clone().text())
  }
  assertJson(provider, response)
  const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''
  return { ...(await oauth.processUserInfoResponse(server.metadata, client, subject, response)) }
}

/** What an ID token alone says: how and when the person authenticated (OpenID Connect Core 1.0, section 2). */
const AUTHENTICATION = ['auth_time', 'acr', 'amr'] as const

/** With what the ID token says of the authentication, wherever the rest comes from. */
function withAuthentication(profile: Profile, { claims = {} }: Grant): Profile {
  const stated = AUTHENTICATION.filter((name) => claims[name] !== undefined)
  if (stated.length === 0) return profile
  return { ...profile, ...Object.fromEntries(stated.map((name) => [name, claims[name]])) }
}

async function requestProfile(provider: OAuthProvider, grant: Grant): Promise<Profile> {
  const { userinfo, config, kind } = provider
  const { tokens, claims, server } = grant
  if (userinfo.request) {
    const { fetch } = provider
    return userinfo.request({ tokens, ...(claims ? { claims } : {}), provider: config, fetch })
  }
  const fromIdToken = kind === 'oidc' && !('idToken' in config && config.idToken === false)
  if (fromIdToken) return { ...claims }
  const endpoint = server.metadata.userinfo_endpoint
  if (endpoint === undefined) {
    throw new OAuthCallbackError(`The provider "${provider.id}" names no userinfo endpoint.`)
  }
  const url = userinfoUrl(provider, endpoint)
  const response = await requestUserinfo(provider, grant, url)
  const client = toClient(provider)
  return kind === 'oidc'
    ? readClaims(provider, client, grant, response)
    : readPlain(provider, response)
}

/**
 * Finds out who signed in.
 *
 * @param parameters - the authorization response, for providers that send part of the profile with it
 * @throws OAuthCallbackError when the provider does not say
 * @throws OAuthProfileParseError when what it says gives no user
 */
export async function oauthIdentity(
  provider: OAuthProvider,
  grant: Grant,
  parameters: URLSearchParams,
): Promise<OAuthIdentity> {
  try {
    const raw = withAuthentication(await requestProfile(provider, grant), grant)
    const { profileFromBody } = provider.config
    const profile = profileFromBody ? profileFromBody(raw, Object.fromEntries(parameters)) : raw
    return await toIdentity(provider, profile, grant.tokens)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthCallbackError(`The profile of "${provider.id}" could not be read.`, {
      err: asError(cause),
    })
  }
}

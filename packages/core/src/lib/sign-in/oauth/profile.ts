import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { numericDate } from '../../kit/clock.ts'
import { sameIssuer } from '../../kit/issuer.ts'
import { isObject } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Profile, TokenSet } from '../../types/account.ts'
import type { OAuthIdentity } from '../../types/oauth-identity.ts'
import type { Awaitable } from '../../types/utility.ts'
import { audienceProblem } from './audience.ts'
import type { Grant } from './code-grant.ts'
import { clockTolerance } from './metadata.ts'
import { sendRequest, toClient } from './request.ts'
import { expiryProblem } from './times.ts'

/** Claims of the ID token about the authentication (OpenID Connect Core 1.0, section 2). */
const AUTHENTICATION = ['auth_time', 'acr', 'amr'] as const

/** Adds the claims of the ID token about the authentication to a profile from another source. */
function withAuthentication(profile: Profile, { claims = {} }: Grant): Profile {
  const stated = AUTHENTICATION.filter((name) => claims[name] !== undefined)
  if (stated.length === 0) return profile
  return { ...profile, ...Object.fromEntries(stated.map((name) => [name, claims[name]])) }
}

/**
 * The profile that a function of the provider or the application returns.
 *
 * @throws OAuthCallbackError that names the function when it throws or returns no profile
 */
async function requireProfile(
  { id }: OAuthProvider,
  name: string,
  call: () => Awaitable<Profile | undefined>,
): Promise<Profile> {
  const subject = `The \`${name}\` function of "${id}"`
  const given: unknown = await naming(OAuthCallbackError, subject, call)
  if (isObject(given)) return given
  throw new OAuthCallbackError(
    `${subject} returned ${describeKind(given)}. Return an object with what the service says of the person.`,
  )
}

/** The userinfo address, with OAuth alone with its configured parameters. */
function userinfoUrl({ kind, userinfo }: OAuthProvider, endpoint: string): string {
  if (kind === 'oidc') return endpoint
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(userinfo.params ?? {}))
    url.searchParams.set(name, value)
  return url.href
}

/** A userinfo response, with the client of the request. */
interface UserinfoExchange {
  readonly client: oauth.Client
  readonly response: Response
}

/**
 * Requests the userinfo (OpenID Connect Core 1.0, section 5.3.1), with a proof where the token is bound to a key (RFC 9449, section 7). With
 * OAuth alone this is a plain GET (RFC 6750, section 2.1).
 *
 * @param endpoint - of the metadata, or as configured
 */
async function requestUserinfo(
  provider: OAuthProvider,
  { tokens, server, dpop }: Grant,
  endpoint: string,
): Promise<UserinfoExchange> {
  const url = userinfoUrl(provider, endpoint)
  const { access_token: token = '' } = tokens
  const client = toClient(provider)
  if (provider.kind === 'oauth' && !dpop) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    return { client, response: await provider.fetch(url, { headers }) }
  }
  const metadata = { ...server.metadata, userinfo_endpoint: url }
  const response = await sendRequest(provider, dpop, (options) =>
    oauth.userInfoRequest(metadata, client, token, options),
  )
  return { client, response }
}

const signedTokens = lazy(() => import('./signed-token.ts'))

/** Checks the content type of a response (OpenID Connect Core 1.0, section 5.3.2). */
function assertJson({ id }: OAuthProvider, { status, headers }: Response): void {
  const type = headers.get('content-type') ?? ''
  if (status !== 200 || /^application\/(?:json|jwt|[\w.-]+\+json)\s*(?:;|$)/i.test(type)) return
  throw new OAuthCallbackError(`The userinfo of "${id}" is neither JSON nor a JWT.`)
}

/**
 * The claims of a signed response, whose issuer and audience are checked where it has them (OpenID Connect Core 1.0, section 5.3.2).
 *
 * @throws OAuthCallbackError when a check fails
 */
async function readSignedUserinfo(
  provider: OAuthProvider,
  server: Grant['server'],
  token: string,
): Promise<Profile> {
  const { verifySigned } = await signedTokens()
  const { claims } = await verifySigned(provider, server, { kind: 'userinfo', token })
  const { iss, aud } = claims
  const times = { now: numericDate(provider.clock()), tolerance: clockTolerance(provider) }
  const foreign = iss != null && !sameIssuer(iss, server.metadata.issuer)
  const problem =
    (foreign ? 'is of another issuer' : undefined) ??
    (aud == null ? undefined : audienceProblem(provider, claims)) ??
    expiryProblem(claims, times)
  if (problem === undefined) return claims
  throw new OAuthCallbackError(`The userinfo of "${provider.id}" ${problem}.`)
}

/**
 * The claims in a userinfo response, whose `sub` has to be that of the ID token (OpenID Connect Core 1.0, section 5.3).
 *
 * @throws OAuthCallbackError when it is not, or the response does not verify
 */
async function readUserinfoClaims(
  provider: OAuthProvider,
  client: oauth.Client,
  { claims, server }: Grant,
  response: Response,
): Promise<Profile> {
  assertJson(provider, response)
  const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''
  const signed = response.headers.get('content-type')?.includes('application/jwt')
  if (response.status !== 200 || !signed)
    return { ...(await oauth.processUserInfoResponse(server.metadata, client, subject, response)) }
  const userinfo = await readSignedUserinfo(provider, server, await response.text())
  if (userinfo['sub'] === subject && subject !== '') return userinfo
  throw new OAuthCallbackError(
    `The userinfo of "${provider.id}" is about another person than the ID token: its \`sub\` differs.`,
  )
}

/** The response to a plain GET, which has to be an object. */
async function readPlain({ id }: OAuthProvider, response: Response): Promise<Profile> {
  const body: unknown = response.status === 200 ? await response.json() : undefined
  if (isObject(body)) return body
  throw new OAuthCallbackError(
    `The userinfo endpoint of "${id}" answered with HTTP ${response.status} and no object.`,
  )
}

/**
 * The profile in a userinfo response.
 *
 * @throws OAuthCallbackError when it has none, or does not verify
 */
async function readUserinfo(
  provider: OAuthProvider,
  grant: Grant,
  { client, response }: UserinfoExchange,
): Promise<Profile> {
  if (provider.kind === 'oauth') return readPlain(provider, response)
  return readUserinfoClaims(provider, client, grant, response)
}

async function fetchRawProfile(provider: OAuthProvider, grant: Grant): Promise<Profile> {
  const { userinfo, config, kind } = provider
  const { tokens, claims, server } = grant
  if (userinfo.request) {
    const { fetch } = provider
    const asked = { tokens, ...(claims ? { claims } : {}), provider: config, fetch }
    return requireProfile(provider, 'userinfo.request', () => userinfo.request?.(asked))
  }
  const fromIdToken = kind === 'oidc' && !('idToken' in config && config.idToken === false)
  if (fromIdToken) return { ...claims }
  const endpoint = server.metadata.userinfo_endpoint
  if (endpoint === undefined) {
    throw new OAuthCallbackError(`The provider "${provider.id}" names no userinfo endpoint.`)
  }
  const exchange = await requestUserinfo(provider, grant, endpoint)
  return readUserinfo(provider, grant, exchange)
}

/** The session at the provider (OpenID Connect Back-Channel Logout 1.0, section 2.1). */
function sessionIn({ claims = {} }: Grant): Pick<OAuthIdentity, 'providerSession'> {
  const { iss, sub, sid } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string') return {}
  return { providerSession: { issuer: iss, sub, ...(typeof sid === 'string' ? { sid } : {}) } }
}

/** The answer of a provider about the person who signed in. */
export interface ProviderAnswer {
  readonly profile: Profile
  readonly tokens: TokenSet
  readonly session: Pick<OAuthIdentity, 'providerSession'>
}

/**
 * Requests the profile of the person who signed in.
 *
 * @param parameters - the authorization response, for providers that send part of the profile with it
 * @throws OAuthCallbackError when the provider gives no profile
 */
export async function fetchProfile(
  provider: OAuthProvider,
  grant: Grant,
  parameters: URLSearchParams,
): Promise<ProviderAnswer> {
  const answer = { tokens: grant.tokens, session: sessionIn(grant) }
  try {
    const raw = withAuthentication(await fetchRawProfile(provider, grant), grant)
    const { profileFromBody } = provider.config
    if (!profileFromBody) return { ...answer, profile: raw }
    const merge = (): Profile => profileFromBody(raw, Object.fromEntries(parameters))
    return { ...answer, profile: await requireProfile(provider, 'profileFromBody', merge) }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthCallbackError(`The profile of "${provider.id}" could not be read.`, {
      err: asError(cause),
    })
  }
}

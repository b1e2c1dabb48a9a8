import * as oauth from 'oauth4webapi'
import { idProblem, usableId } from '../account-id.ts'
import { numericDate } from '../clock.ts'
import { normalizeProviderEmail } from '../email-address.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { OAuthCallbackError, OAuthProfileParseError } from '../errors/classes.ts'
import { isObject, parseJson } from '../json.ts'
import type { Profile, TokenSet } from '../types/account.ts'
import type { OAuthIdentity } from '../types/oauth-identity.ts'
import type { ProfileUser } from '../types/provider.ts'
import type { Grant } from './code-grant.ts'
import { withNonce } from './dpop.ts'
import { toClient, clockTolerance, requestOptions } from './metadata.ts'
import { expiryProblem } from './times.ts'

/** OpenID Connect Core 1.0, section 5.3.1; with a proof where the token is bound to a key (RFC 9449, section 7). */
function requestUserinfo(
  provider: OAuthProvider,
  { tokens, server, dpop }: Grant,
  url: string,
): Promise<Response> {
  const metadata = { ...server.metadata, userinfo_endpoint: url }
  const options = requestOptions(provider, dpop)
  const request = (): Promise<Response> =>
    oauth.userInfoRequest(metadata, toClient(provider), tokens.access_token ?? '', options)
  return dpop ? withNonce(request) : request()
}

/** One plain GET (RFC 6750, section 2.1), whose answer has to be an object. */
async function plainUserinfo(provider: OAuthProvider, grant: Grant, url: string): Promise<Profile> {
  const target = new URL(url)
  for (const [name, value] of Object.entries(provider.userinfo.params ?? {})) {
    target.searchParams.set(name, value)
  }
  const authorization = `Bearer ${grant.tokens.access_token ?? ''}`
  const response = grant.dpop
    ? await requestUserinfo(provider, grant, target.href)
    : await provider.fetch(target.href, { headers: { accept: 'application/json', authorization } })
  const body: unknown = response.status === 200 ? await response.json() : undefined
  if (isObject(body)) return body
  throw new OAuthCallbackError(
    `The userinfo endpoint of "${provider.id}" answered with HTTP ${response.status} and no object.`,
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
  { keys }: Grant['server'],
  token: string,
): Promise<void> {
  const { compactVerify } = await import('jose')
  if (!keys) throw new OAuthCallbackError(`The userinfo of "${provider.id}" cannot be verified.`)
  const algorithms = [toClient(provider).userinfo_signed_response_alg ?? 'RS256'].map(String)
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
async function oidcUserinfo(provider: OAuthProvider, grant: Grant, url: string): Promise<Profile> {
  const { claims, server } = grant
  const response = await requestUserinfo(provider, grant, url)
  if (response.headers.get('content-type')?.includes('application/jwt')) {
    await verifySigned(provider, server, await response.clone().text())
  }
  assertJson(provider, response)
  const subject = typeof claims?.['sub'] === 'string' ? claims['sub'] : ''
  const client = toClient(provider)
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
  const url = server.metadata.userinfo_endpoint
  if (url === undefined) {
    throw new OAuthCallbackError(`The provider "${provider.id}" names no userinfo endpoint.`)
  }
  return kind === 'oidc' ? oidcUserinfo(provider, grant, url) : plainUserinfo(provider, grant, url)
}

async function mapProfile(
  provider: OAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<ProfileUser> {
  try {
    return await provider.profile(profile, tokens)
  } catch (cause) {
    throw new OAuthProfileParseError(`The \`profile\` function of "${provider.id}" threw.`, {
      err: asError(cause),
    })
  }
}

/** @param mapped - as the `profile` function gave it, which no type has checked */
function requireId(provider: OAuthProvider, mapped: unknown): string {
  const given = isObject(mapped) ? mapped['id'] : undefined
  const id = usableId(given)
  if (id !== undefined) return id
  const problem =
    given === undefined || given === null ? 'no `id`' : `no usable \`id\`: it ${idProblem(given)}`
  throw new OAuthProfileParseError(
    `The profile of "${provider.id}" has ${problem}. Return the id that the service gives, with \`...accountId(value)\` of "@latchstring/core/providers" where it may be missing.`,
  )
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Further members stay; those with a meaning have their type, whatever a provider sent. */
function plainUser(profileUser: ProfileUser, id: string): OAuthIdentity['user'] {
  const { emailVerified: _verified, ...mapped } = profileUser
  const { name, email, image } = mapped
  return {
    ...mapped,
    id,
    name: textOrNull(name),
    // One spelling for every way in: whoever proves an address by mail becomes the user who has it.
    email: normalizeProviderEmail(email) ?? null,
    image: textOrNull(image),
  }
}

/** What became of an address on its way to the user. */
function addressFacts(
  email: string | null | undefined,
  given: unknown,
): Pick<OAuthIdentity, 'otherSpelling' | 'addressLost'> {
  const written = textOrNull(given)?.trim().toLowerCase()
  if (written === undefined || written === email) return {}
  return email ? { otherSpelling: written } : { addressLost: true }
}

/**
 * Makes user and account of a profile. An address that is not one mailbox counts as none.
 *
 * @param tokens - what came with it; none where the service gives none
 * @throws OAuthProfileParseError when it gives no user
 */
export async function toIdentity(
  provider: OAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<OAuthIdentity> {
  const mapped = await mapProfile(provider, profile, tokens)
  const id = requireId(provider, mapped)
  const { id: providerId, kind: type } = provider
  const user = plainUser(mapped, id)
  return {
    user,
    ...addressFacts(user.email, mapped.email),
    account: { ...tokens, provider: providerId, type, providerAccountId: id },
    profile,
    // Claims come from outside: only a boolean `true` verifies an address (OpenID Connect Core 1.0, section 5.1).
    emailVerified: user.email !== null && mapped.emailVerified === true,
  }
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

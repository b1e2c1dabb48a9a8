import type { OAuthProvider } from '../../config/providers.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import type { Profile, TokenSet } from '../../types/account.ts'
import type { OAuthIdentity } from '../../types/oauth-identity.ts'
import type { Awaitable } from '../../types/utility.ts'
import type { Grant } from './code-grant.ts'
import { requestUserinfo } from './userinfo-request.ts'
import { readUserinfo } from './userinfo-response.ts'

/** What an ID token alone says: how and when the person authenticated (OpenID Connect Core 1.0, section 2). */
const AUTHENTICATION = ['auth_time', 'acr', 'amr'] as const

/** With what the ID token says of the authentication, wherever the rest comes from. */
function withAuthentication(profile: Profile, { claims = {} }: Grant): Profile {
  const stated = AUTHENTICATION.filter((name) => claims[name] !== undefined)
  if (stated.length === 0) return profile
  return { ...profile, ...Object.fromEntries(stated.map((name) => [name, claims[name]])) }
}

/**
 * The profile that a function of the provider gives, which may be one of the application.
 *
 * @throws OAuthCallbackError that names the function when it throws, or gives no profile
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

async function requestProfile(provider: OAuthProvider, grant: Grant): Promise<Profile> {
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

/** What a provider says of the person who signed in. */
export interface Said {
  readonly profile: Profile
  readonly tokens: TokenSet
  readonly at: Pick<OAuthIdentity, 'providerSession'>
}

/**
 * Asks the provider who signed in.
 *
 * @param parameters - the authorization response, for providers that send part of the profile with it
 * @throws OAuthCallbackError when the provider does not say
 */
export async function requestPerson(
  provider: OAuthProvider,
  grant: Grant,
  parameters: URLSearchParams,
): Promise<Said> {
  const said = { tokens: grant.tokens, at: sessionIn(grant) }
  try {
    const raw = withAuthentication(await requestProfile(provider, grant), grant)
    const { profileFromBody } = provider.config
    if (!profileFromBody) return { ...said, profile: raw }
    const merge = (): Profile => profileFromBody(raw, Object.fromEntries(parameters))
    return { ...said, profile: await requireProfile(provider, 'profileFromBody', merge) }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new OAuthCallbackError(`The profile of "${provider.id}" could not be read.`, {
      err: asError(cause),
    })
  }
}

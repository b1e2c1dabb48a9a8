import {
  type ClientRegistration,
  type Endpoint,
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from '@latchstring/test-idp'
import type { OAuth2Config, OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { BASE } from './app.ts'

/** The secret of every client that has one; long enough to sign with. */
export const CLIENT_SECRET = 'the-secret-of-the-app-is-long-enough'

/** Parameters of an authorization request that no caller may set. */
export const RESERVED_PARAMETERS = [
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'registration',
  'id_token_hint',
  'dpop_jkt',
] as const

/** Ids under which a test may configure the provider: each has its own redirect URI. */
const IDS = ['harbour', 'island', 'plain'] as const

/** Where the provider sends answers for an id. */
function callbackOf(id: string, base: string = BASE): string {
  return `${base}/callback/${id}`
}

/** A client of the provider that may be configured under any of the usual ids. */
export function client(overrides: Partial<ClientRegistration> = {}): ClientRegistration {
  return {
    client_id: 'app',
    client_secret: CLIENT_SECRET,
    redirect_uris: IDS.map((id) => callbackOf(id)),
    ...overrides,
  }
}

/** A client without a secret; a public one unless the overrides say how it authenticates. */
export function secretlessClient(overrides: Partial<ClientRegistration> = {}): ClientRegistration {
  const { client_secret: _, ...rest } = client(overrides)
  return { token_endpoint_auth_method: 'none', ...rest }
}

/** Starts a provider that knows `app`. End it with `close()`. */
export function startIdp(
  options: Partial<IdentityProviderOptions> = {},
): Promise<IdentityProvider> {
  return startIdentityProvider({ clients: [client()], ...options })
}

/** The provider with OpenID Connect, as an application configures it. */
export function oidcProvider(
  { issuer }: IdentityProvider,
  overrides: Partial<OIDCConfig<Profile>> = {},
): OIDCConfig<Profile> {
  return {
    id: 'harbour',
    name: 'Harbour ID',
    type: 'oidc',
    issuer,
    clientId: 'app',
    clientSecret: CLIENT_SECRET,
    ...overrides,
  }
}

/** Members of the profile of the service without OpenID. */
export interface PlainProfile {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly email: string | null
  readonly avatar_url: string | null
}

/** The service without OpenID, as an application configures it. */
export function plain(
  { oauth }: IdentityProvider,
  overrides: Partial<OAuth2Config<PlainProfile>> = {},
): OAuth2Config<PlainProfile> {
  return {
    id: 'plain',
    name: 'Harbour Code',
    type: 'oauth',
    authorization: oauth.authorization,
    token: oauth.token,
    userinfo: oauth.profile,
    clientId: 'app',
    clientSecret: CLIENT_SECRET,
    profile({ id, name, email, avatar_url: image }) {
      // The id stays the number it is, as in an application without types.
      return { id: id as unknown as string, name, email, image }
    },
    ...overrides,
  }
}

/** The pages of a provider, where a browser goes: everything else is asked by the application. */
const FRONT: ReadonlySet<Endpoint> = new Set(['authorization', 'oauthAuthorization', 'logout'])

/** What the application asked the provider since it was asked last. */
export function asked(idp: IdentityProvider): readonly Endpoint[] {
  return idp.requests
    .splice(0)
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => !FRONT.has(endpoint))
}

import { usableId } from '../kit/account-id.ts'
import type { Cache } from '../kit/cache.ts'
import type { Clock } from '../kit/clock.ts'
import { isVerified } from '../kit/verified.ts'
import { createOutboundFetch, type Reach } from '../http/outbound.ts'
import { StaleWhileRevalidate } from '../http/stale-while-revalidate.ts'
import { customFetch } from '../types/symbols.ts'
import type { Profile, TokenSet } from '../types/account.ts'
import type { Adapter } from '../types/adapter.ts'
import type {
  AuthorizationEndpoint,
  Check,
  CredentialsConfig,
  EmailConfig,
  Fetch,
  OAuthConfig,
  ProfileUser,
  ProviderObject,
  TokenEndpoint,
  UserinfoEndpoint,
  WebAuthnConfig,
} from '../types/provider.ts'
import type { StoreFor } from './store.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { FeatureProvider } from '../types/feature-provider.ts'
import type { Awaitable, Env } from '../types/utility.ts'
import { endpoint } from './endpoint.ts'

/** An OAuth or OpenID Connect provider with everything that is known before its first use. */
export interface OAuthProvider {
  readonly kind: 'oauth' | 'oidc'
  readonly id: string
  readonly name: string
  readonly clientId: string
  readonly authorization: AuthorizationEndpoint
  readonly token: TokenEndpoint
  readonly userinfo: UserinfoEndpoint<Profile>
  readonly checks: ReadonlySet<Check>
  /** The authorization response comes as a cross-site form post. */
  readonly formPost: boolean
  readonly profile: (profile: Profile, tokens: TokenSet) => Awaitable<ProfileUser>
  readonly fetch: Fetch
  /** Which addresses without TLS it may have. */
  readonly reach: Reach
  readonly clock: Clock
  /** Logs that something works on with what is known, and needs to be looked at. */
  readonly warn: (detail: string) => void
  /** The discovered metadata of the authorization server; typed where it is filled. */
  readonly server: StaleWhileRevalidate<unknown>
  readonly redirectProxyUrl?: string
  /** The provider itself, where this one is traced for a request. */
  readonly original?: OAuthProvider
  /** The merged configuration. */
  readonly config: OAuthConfig<Profile>
}

/** An email provider, with the way to reach a mail service. */
export interface EmailProvider {
  readonly kind: 'email'
  readonly id: string
  readonly name: string
  readonly fetch: Fetch
  readonly config: EmailConfig
}

/** A provider whose users the application knows. */
export interface CredentialsProvider {
  readonly kind: 'credentials'
  readonly id: string
  readonly name: string
  readonly config: CredentialsConfig
  /** Where its form is one of a feature, which verifies it in place of `authorize`. */
  readonly form?: FeatureForm | undefined
}

/** A form on the sign-in page, and the feature that it belongs to. */
export interface FeatureForm {
  readonly feature: AnyFeature
  readonly provider: FeatureProvider
}

/** A relying party of passkeys. */
export interface WebAuthnProvider {
  readonly kind: 'webauthn'
  readonly id: string
  readonly name: string
  readonly config: WebAuthnConfig
}

/** A provider with everything that its options say. */
export type ConfiguredProvider =
  | OAuthProvider
  | EmailProvider
  | CredentialsProvider
  | WebAuthnProvider

/** A provider with the store of its kind; kinds that work without a store may have none. */
export type ResolvedProvider =
  | (OAuthProvider & { readonly store: StoreFor<'oauth'> | undefined })
  | (EmailProvider & { readonly store: StoreFor<'email'> })
  | (CredentialsProvider & { readonly store: StoreFor<'credentials'> | undefined })
  | (WebAuthnProvider & { readonly store: StoreFor<'webauthn'> })

type OfKind<P extends ResolvedProvider, K> = P extends unknown
  ? K extends P['kind']
    ? P
    : never
  : never

/** A provider of a kind, with its store. */
export type ProviderOfKind<K extends ResolvedProvider['kind']> = OfKind<ResolvedProvider, K>

/** The inputs of resolving providers. */
export interface ProviderContext {
  readonly env: Env
  readonly clock: Clock
  readonly insecureLoopback: boolean
  /** In development, hosts inside the network are asked over http as well. */
  readonly insecureInternal?: boolean
  /** Default: nothing is logged. */
  readonly warn?: (detail: string) => void
  readonly redirectProxyUrl: string | undefined
  /** Metadata discovered for other configurations of the application. Default: none, and none is kept. */
  readonly servers?: Servers | undefined
}

/** The metadata of authorization servers, by issuer and by how it is asked for. */
export type Servers = Cache<StaleWhileRevalidate<unknown>>

const DISCOVERY_FRESH = 600_000
const DISCOVERY_STALE = 86_400_000

const DEFAULT_CHECKS = { oauth: ['pkce', 'state'], oidc: ['pkce', 'state', 'nonce'] } as const

/** The claims of OpenID Connect Core 1.0, section 5.1, as a user. */
function defaultProfile(profile: Profile): ProfileUser {
  const id = usableId(profile.sub ?? profile.id)
  return {
    ...(id === undefined ? {} : { id }),
    name: profile.name ?? profile.nickname ?? profile.preferred_username ?? null,
    email: profile.email ?? null,
    image: typeof profile.picture === 'string' ? profile.picture : null,
    emailVerified: isVerified(profile.email_verified),
  }
}

function answersByForm({ url, params }: AuthorizationEndpoint): boolean {
  const mode =
    params?.['response_mode'] ??
    (url === undefined ? null : new URL(url).searchParams.get('response_mode'))
  return mode === 'form_post'
}

function selectChecks(config: OAuthConfig<Profile>, proxied: boolean): ReadonlySet<Check> {
  // Any protocol can carry a `state` in the address it comes back to; the others are of OAuth.
  if (config.protocol) return new Set<Check>(['state'])
  const checks = new Set<Check>(config.checks ?? DEFAULT_CHECKS[config.type])
  checks.delete('none')
  if (proxied) checks.add('state')
  return checks
}

function outboundFetch(config: { readonly [customFetch]?: Fetch }, reach: Reach): Fetch {
  return createOutboundFetch({ fetch: config[customFetch], ...reach })
}

/** Which addresses without TLS a provider may have; `checkProvider` has checked its own. */
function reachOf(
  { internalOrigins = [] }: OAuthConfig<Profile>,
  { insecureLoopback, insecureInternal = false }: ProviderContext,
): Reach {
  const origins = new Set(internalOrigins.map((url) => new URL(url).origin))
  return { insecureLoopback, insecureInternal, internalOrigins: origins }
}

type Endpoints = Pick<OAuthProvider, 'authorization' | 'token' | 'userinfo'>

/** Where the metadata of the authorization server is kept: in one place for providers that ask for it in the same way. */
function rememberServer(
  { authorization, token, userinfo }: Endpoints,
  config: OAuthConfig<Profile>,
  { clock, servers }: ProviderContext,
): StaleWhileRevalidate<unknown> {
  const create = (): StaleWhileRevalidate<unknown> =>
    new StaleWhileRevalidate(clock, { fresh: DISCOVERY_FRESH, stale: DISCOVERY_STALE })
  if (!servers) return create()
  const { id, type, issuer, wellKnown, pushedAuthorizationRequests, internalOrigins } = config
  const stated = 'discoveryIssuer' in config ? config.discoveryIssuer : undefined
  // What a function accepts is known of its own provider alone.
  const expected = typeof stated === 'function' ? { id } : stated
  const aliases = 'issuerAliases' in config ? config.issuerAliases : undefined
  const names = [issuer, expected, aliases, wellKnown, internalOrigins]
  const asked = [type, names, pushedAuthorizationRequests]
  const known = [authorization.url, token.url, userinfo.url, userinfo.request !== undefined]
  return servers.get(JSON.stringify([asked, known]), create)
}

function resolveOAuth(config: OAuthConfig<Profile>, context: ProviderContext): OAuthProvider {
  const { id, name, protocol, clientId = '' } = config
  const authorization = endpoint<AuthorizationEndpoint>(config.authorization)
  const formPost = !protocol && answersByForm(authorization)
  // An empty text is none, as everywhere.
  const proxy = config.redirectProxyUrl || context.redirectProxyUrl
  const { clock, warn = () => undefined } = context
  const reach = reachOf(config, context)
  const endpoints = {
    authorization,
    token: endpoint<TokenEndpoint>(config.token),
    userinfo: endpoint<UserinfoEndpoint<Profile>>(config.userinfo),
  }
  return Object.freeze({
    kind: config.type,
    id,
    name,
    clientId,
    ...endpoints,
    checks: selectChecks(config, proxy !== undefined),
    formPost,
    profile: config.profile ?? defaultProfile,
    fetch: outboundFetch(config, reach),
    reach,
    clock,
    warn,
    server: rememberServer(endpoints, config, context),
    ...(proxy === undefined ? {} : { redirectProxyUrl: proxy }),
    config: Object.freeze(config),
  })
}

/**
 * Resolves one provider.
 *
 * @param config - checked, as the provider, the environment and the application have it together
 */
export function resolveProvider(
  config: ProviderObject,
  context: ProviderContext,
): ConfiguredProvider {
  const { id, name } = config
  switch (config.type) {
    case 'oauth':
    case 'oidc':
      // The profile type of a provider is known to its own `profile` function only.
      return resolveOAuth(config as unknown as OAuthConfig<Profile>, context)
    case 'credentials':
      // The names of the inputs are known to its own `authorize` function only.
      return { kind: 'credentials', id, name, config: config as unknown as CredentialsConfig }
    case 'email':
      return {
        kind: 'email',
        id,
        name,
        fetch: outboundFetch(config, { insecureLoopback: context.insecureLoopback }),
        config,
      }
    case 'webauthn':
      return { kind: 'webauthn', id, name, config }
  }
}

/**
 * Gives each provider the store of its kind.
 *
 * @param adapter - wrapped; `checkStore` has found the methods of every kind, and refused kinds that cannot be without
 */
export function withStores(
  providers: ReadonlyMap<string, ConfiguredProvider>,
  adapter: Adapter | undefined,
): ReadonlyMap<string, ResolvedProvider> {
  const entries = [...providers].map(([id, provider]): [string, ResolvedProvider] => {
    const resolved = Object.freeze({ ...provider, store: adapter })
    // `checkStore` has checked what the type claims.
    return [id, resolved as ResolvedProvider]
  })
  return new Map(entries)
}

import type { Clock } from '../clock.ts'
import {
  DuplicateProvider,
  InvalidConfiguration,
  InvalidEndpoints,
  MissingAuthorize,
} from '../errors/classes.ts'
import { createOutboundFetch } from '../http/outbound.ts'
import { Remembered } from '../http/remembered.ts'
import { customFetch } from '../symbols.ts'
import type { Profile, TokenSet } from '../types/account.ts'
import type {
  AuthorizationEndpoint,
  Check,
  CredentialsConfig,
  EmailConfig,
  Fetch,
  OAuthConfig,
  ProfileUser,
  Provider,
  ProviderObject,
  TokenEndpoint,
  UserinfoEndpoint,
  WebAuthnConfig,
} from '../types/provider.ts'
import type { Awaitable, Env } from '../types/utility.ts'
import { readProviderEnv } from './env.ts'

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
  readonly clock: Clock
  /** What has been discovered about the authorization server; typed where it is filled. */
  readonly server: Remembered<unknown>
  readonly redirectProxyUrl?: string
  /** The merged configuration. */
  readonly config: OAuthConfig<Profile>
}

/** An e-mail provider, with the way to reach a mail service. */
export interface EmailProvider {
  readonly kind: 'email'
  readonly id: string
  readonly name: string
  readonly fetch: Fetch
  readonly config: EmailConfig
}

/** A provider, resolved. */
export type ResolvedProvider =
  | OAuthProvider
  | EmailProvider
  | {
      readonly kind: 'credentials'
      readonly id: string
      readonly name: string
      readonly config: CredentialsConfig
    }
  | {
      readonly kind: 'webauthn'
      readonly id: string
      readonly name: string
      readonly config: WebAuthnConfig
    }

/** What resolving providers depends on. */
export interface ProviderContext {
  readonly env: Env
  readonly clock: Clock
  readonly insecureLoopback: boolean
  readonly redirectProxyUrl: string | undefined
}

const DISCOVERY_FRESH = 600_000
const DISCOVERY_STALE = 86_400_000

const DEFAULT_CHECKS = { oauth: ['pkce', 'state'], oidc: ['pkce', 'state', 'nonce'] } as const

/** The claims of OpenID Connect Core 1.0, section 5.1, as a user. */
function defaultProfile(profile: Profile): ProfileUser {
  const id = profile.sub ?? profile.id
  return {
    ...(id == null ? {} : { id: String(id) }),
    name: profile.name ?? profile.nickname ?? profile.preferred_username ?? null,
    email: profile.email ?? null,
    image: typeof profile.picture === 'string' ? profile.picture : null,
    emailVerified: profile.email_verified === true,
  }
}

/** Members that are set, so that spreading them takes nothing away. */
function defined(value: object = {}): Record<string | symbol, unknown> {
  const result: Record<string | symbol, unknown> = {}
  // Symbols, too: `customFetch` is one.
  for (const key of Reflect.ownKeys(value)) {
    const member: unknown = Reflect.get(value, key)
    if (member !== undefined) result[key] = member
  }
  return result
}

/** Members that are objects of options themselves; in them, too, the application wins member by member. */
const NESTED = ['authorization', 'token', 'userinfo', 'client', 'style'] as const

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

/** Two descriptions of an endpoint: `params` are merged, everything else replaces. A string replaces the whole. */
function mergeNested(base: unknown, own: unknown): unknown {
  if (!isRecord(base) || !isRecord(own)) return own
  const params = isRecord(base['params']) &&
    isRecord(own['params']) && { ...base['params'], ...defined(own['params']) }
  return { ...base, ...defined(own), ...(params ? { params } : {}) }
}

/** What the application says wins over the environment, and that over what the provider brings. */
function instantiate(provider: Provider, env: Env): ProviderObject {
  const object = typeof provider === 'function' ? callFactory(provider, env) : provider
  const { options, ...base } = object
  // An object without `options` was written by the application itself.
  const own = defined(options ?? base)
  const id = typeof own['id'] === 'string' ? own['id'] : object.id
  // A second provider of one kind has variables of its own, and shares those of the first where it has none.
  const { apiKey, ...oauth } = { ...readProviderEnv(env, object.id), ...readProviderEnv(env, id) }
  const nested: Record<string, unknown> = {}
  for (const name of NESTED) {
    if (own[name] !== undefined) nested[name] = mergeNested(Reflect.get(base, name), own[name])
  }
  const inferred: object = object.type === 'email' ? { apiKey } : oauth
  const merged = { ...defined(base), ...defined(inferred), ...own, ...nested }
  // The type stays the one of the provider: options cannot have another.
  return { ...merged, type: object.type } as ProviderObject
}

function callFactory(factory: Exclude<Provider, ProviderObject>, env: Env): ProviderObject {
  const { id } = factory({})
  // The second call is the one that counts: templates in URLs need the issuer.
  return factory(defined(readProviderEnv(env, id)) as Record<string, never>)
}

function endpoint<T extends { readonly url?: string }>(given: string | T | undefined): T {
  // A string stands for an endpoint with nothing but its URL.
  return (typeof given === 'string' ? { url: given } : (given ?? {})) as T
}

function isFormPost({ url, params }: AuthorizationEndpoint): boolean {
  const mode =
    params?.['response_mode'] ??
    (url === undefined ? null : new URL(url).searchParams.get('response_mode'))
  return mode === 'form_post'
}

function checksOf(config: OAuthConfig<Profile>, proxied: boolean): ReadonlySet<Check> {
  const checks = new Set<Check>(config.checks ?? DEFAULT_CHECKS[config.type])
  checks.delete('none')
  if (proxied) checks.add('state')
  return checks
}

function checkUrls(config: OAuthConfig<Profile>): void {
  for (const name of ['authorization', 'token', 'userinfo'] as const) {
    const { url } = endpoint<{ readonly url?: string }>(config[name])
    if (url === undefined || URL.canParse(url)) continue
    throw new InvalidEndpoints(
      `The URL for \`${name}\` of the provider "${config.id}" is not absolute.`,
    )
  }
}

function requireEndpoints(config: OAuthConfig<Profile>): void {
  checkUrls(config)
  if (config.issuer !== undefined || config.wellKnown !== undefined) return
  const missing = (['authorization', 'token', 'userinfo'] as const).find((name) => {
    const { url, request } = endpoint<{ url?: string; request?: unknown }>(config[name])
    return url === undefined && !(name === 'userinfo' && request !== undefined)
  })
  if (missing === undefined) return
  const variable = `AUTH_${config.id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_ISSUER`
  throw new InvalidEndpoints(
    `The provider "${config.id}" has neither an \`issuer\` (${variable}) nor a URL for \`${missing}\`.`,
  )
}

function outboundFetch(
  config: { readonly [customFetch]?: Fetch },
  { insecureLoopback }: ProviderContext,
): Fetch {
  return createOutboundFetch({ fetch: config[customFetch], insecureLoopback })
}

function resolveOAuth(config: OAuthConfig<Profile>, context: ProviderContext): OAuthProvider {
  requireEndpoints(config)
  const { id, name, clientId } = config
  if (!clientId) {
    const variable = `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_ID`
    throw new InvalidConfiguration(
      `The provider "${id}" has no \`clientId\`. Set it, or ${variable}.`,
    )
  }
  const authorization = endpoint<AuthorizationEndpoint>(config.authorization)
  const formPost = isFormPost(authorization)
  const proxy = formPost ? undefined : (config.redirectProxyUrl ?? context.redirectProxyUrl)
  const { clock } = context
  return Object.freeze({
    kind: config.type,
    id,
    name,
    clientId,
    authorization,
    token: endpoint<TokenEndpoint>(config.token),
    userinfo: endpoint<UserinfoEndpoint<Profile>>(config.userinfo),
    checks: checksOf(config, proxy !== undefined),
    formPost,
    profile: config.profile ?? defaultProfile,
    fetch: outboundFetch(config, context),
    clock,
    server: new Remembered<unknown>(clock, { fresh: DISCOVERY_FRESH, stale: DISCOVERY_STALE }),
    ...(proxy === undefined ? {} : { redirectProxyUrl: proxy }),
    config: Object.freeze(config),
  })
}

function resolveProvider(provider: Provider, context: ProviderContext): ResolvedProvider {
  const config = instantiate(provider, context.env)
  const { id, name } = config
  if (!/^[\w.~-]+$/.test(id)) {
    throw new InvalidConfiguration(`The provider id ${JSON.stringify(id)} cannot stand in a URL.`)
  }
  switch (config.type) {
    case 'oauth':
    case 'oidc':
      // The profile type of a provider is known to its own `profile` function only.
      return resolveOAuth(config as unknown as OAuthConfig<Profile>, context)
    case 'credentials':
      if (typeof config.authorize !== 'function') {
        throw new MissingAuthorize(`The provider "${id}" has no \`authorize\` function.`)
      }
      // The names of the inputs are known to its own `authorize` function only.
      return { kind: 'credentials', id, name, config: config as unknown as CredentialsConfig }
    case 'email':
      return { kind: 'email', id, name, fetch: outboundFetch(config, context), config }
    case 'webauthn':
      return { kind: 'webauthn', id, name, config }
  }
}

/**
 * Resolves all providers, in order, each once.
 *
 * @throws AuthError that names the provider and what it lacks
 */
export function resolveProviders(
  providers: readonly Provider[],
  context: ProviderContext,
): ReadonlyMap<string, ResolvedProvider> {
  const resolved = new Map<string, ResolvedProvider>()
  for (const provider of providers) {
    const one = resolveProvider(provider, context)
    if (resolved.has(one.id)) throw new DuplicateProvider(`Two providers have the id "${one.id}".`)
    resolved.set(one.id, one)
  }
  return resolved
}

import { resolveProviders } from '../src/lib/config/skipped-providers.ts'
import type { OAuthProvider } from '../src/lib/config/providers.ts'
import type { ProviderObject } from '../src/lib/types/provider.ts'

/** The present of these tests, in seconds since the epoch. */
export const NOW = 1_800_000_000

/** Issuer of the provider with OpenID Connect; nothing really answers there. */
export const ISSUER = 'https://id.example.com'

/** A provider with OpenID Connect as an application configures it. */
export const OIDC = {
  id: 'acme',
  name: 'Acme',
  type: 'oidc',
  issuer: ISSUER,
  clientId: 'app',
  clientSecret: 'secret',
} as const

/** A provider with OAuth 2.0 as an application configures it. */
export const OAUTH = {
  id: 'acme',
  name: 'Acme',
  type: 'oauth',
  clientId: 'client',
  authorization: 'https://acme.example/authorize',
  token: 'https://acme.example/token',
  userinfo: 'https://acme.example/me',
} as const

function resolved(
  config: ProviderObject,
  clock: () => number,
  insecureLoopback = false,
): OAuthProvider {
  const { usable, skipped } = resolveProviders([config], {
    env: {},
    clock,
    insecureLoopback,
    redirectProxyUrl: undefined,
  })
  const provider = usable.get('acme')
  if (provider?.kind === 'oauth' || provider?.kind === 'oidc') return provider
  throw new Error('The provider could not be resolved.', { cause: skipped[0]?.error })
}

/** A provider with OpenID Connect, as the library resolves it. */
export function oidcProvider(
  overrides: Partial<Extract<ProviderObject, { readonly type: 'oidc' }>> = {},
  clock: () => number = () => NOW * 1000,
): OAuthProvider {
  return resolved({ ...OIDC, ...overrides }, clock)
}

/**
 * A provider with OAuth whose endpoints are configured, as the library resolves it.
 *
 * @param insecureLoopback - whether it may be asked over http on this machine. Default: no
 */
export function oauthProvider(
  overrides: Partial<Extract<ProviderObject, { readonly type: 'oauth' }>> = {},
  insecureLoopback: boolean = false,
): OAuthProvider {
  const endpoints = {
    authorization: 'https://acme.example/a',
    token: 'https://acme.example/t',
    userinfo: 'https://acme.example/u',
  }
  const base = { id: 'acme', name: 'Acme', type: 'oauth', clientId: 'app' } as const
  const config = { ...base, ...endpoints, clientSecret: 'secret', ...overrides }
  return resolved(config, () => NOW * 1000, insecureLoopback)
}

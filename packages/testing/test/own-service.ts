import type { AuthorizationRules, Service, TokenRules } from '../src/service.ts'

/** Where the made-up service answers. */
export const AUTHORIZE = 'https://harbour.example/oauth/authorize'
export const TOKEN = 'https://harbour.example/oauth/token'
export const ME = 'https://api.harbour.example/me'

/** Where the application is. */
export const CALLBACK = 'https://app.example/auth/callback/harbour'

/** A service with OAuth and rules of its own. */
export function oauthService(
  change: {
    readonly authorization?: Partial<AuthorizationRules>
    readonly token?: Partial<TokenRules>
  } & Partial<Omit<Service, 'authorization' | 'token'>> = {},
): Service {
  const { authorization, token, ...rest } = change
  return {
    id: 'harbour',
    name: 'Harbour',
    protocol: 'oauth',
    authorization: { url: AUTHORIZE, pkce: 'required', scopes: ['read', 'mail'], ...authorization },
    token: { url: TOKEN, authentication: ['client_secret_basic'], ...token },
    resources: { [ME]: { scope: 'read', headers: { 'user-agent': true } } },
    persons: {
      documented: { answers: { [ME]: { id: 7, name: 'Ada' } } },
      minimal: { answers: { [ME]: { id: 8 } } },
    },
    ...rest,
  }
}

/** The same with OpenID Connect. */
export function oidcService(change: Parameters<typeof oauthService>[0] = {}): Service {
  return oauthService({
    protocol: 'oidc',
    issuer: 'https://harbour.example',
    userinfo: 'https://harbour.example/userinfo',
    resources: {},
    persons: {
      documented: { claims: { sub: '7', name: 'Ada' } },
      minimal: { claims: { sub: '8' } },
    },
    ...change,
    authorization: { scopes: ['openid', 'profile'], ...change.authorization },
  })
}

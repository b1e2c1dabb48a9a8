import { randomBytes } from 'node:crypto'
import type { Adapter, ClientMetadata, Configuration, interactionPolicy } from 'oidc-provider'
import { setPage } from './koa-answer.ts'
import { oidcProvider } from './oidc-provider.ts'
import type { ClientRegistration, IdentityProviderOptions } from './options.ts'
import { Html } from '@latchstring/test-kit/html'
import { logoutPage, messagePage } from './pages/pages.ts'
import type { Person, PersonRegistry } from './persons.ts'
import type { SigningKey } from './signing-keys.ts'

const STANDARD_CLAIMS: Readonly<Record<string, readonly string[]>> = {
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
}

const FOURTEEN_DAYS = 14 * 24 * 60 * 60

/** Where the endpoints are, seen from the issuer. */
export const ROUTES = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
  pushed_authorization_request: '/par',
  revocation: '/revoke',
  introspection: '/introspect',
  end_session: '/logout',
} as const

/** Where the login and consent pages are. */
export const INTERACTION_PATH = '/interaction/'

/** What lives as long as the provider does, whatever its keys are. */
export interface ProviderState {
  readonly people: PersonRegistry
  readonly storage: (model: string) => Adapter
  readonly cookieKeys: readonly string[]
}

/**
 * @returns keys that sign the provider's cookies
 */
export function createCookieKeys(): readonly string[] {
  return [randomBytes(32).toString('base64url')]
}

function claimsByScope(people: readonly Person[]): Record<string, string[]> {
  const standard = new Set([...Object.values(STANDARD_CLAIMS).flat(), 'sub', 'login'])
  const further = people
    .flatMap((person) => Object.keys(person))
    .filter((key) => !standard.has(key))
  const claims: Record<string, string[]> = { openid: ['sub', ...new Set(further)] }
  for (const [scope, names] of Object.entries(STANDARD_CLAIMS)) claims[scope] = [...names]
  return claims
}

function metadata(client: ClientRegistration): ClientMetadata {
  const grantTypes = client.grant_types ?? ['authorization_code', 'refresh_token']
  return { ...client, grant_types: grantTypes, response_types: ['code'] }
}

function policy(singleSignOn: boolean): readonly interactionPolicy.Prompt[] {
  const { Check, Prompt, base } = oidcProvider.interactionPolicy
  const prompts = base()
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  if (singleSignOn) return prompts
  prompts
    .get('login')
    ?.checks.add(
      new Check('always_ask', 'the person is asked every time', 'login_required', ({ oidc }) =>
        oidc.prompts.has('none') || oidc.result?.login !== undefined
          ? Check.NO_NEED_TO_PROMPT
          : Check.REQUEST_PROMPT,
      ),
    )
  return prompts
}

function logout(): NonNullable<Configuration['features']>['rpInitiatedLogout'] {
  return {
    enabled: true,
    logoutSource: (ctx, form) => {
      setPage(
        ctx,
        logoutPage(new Html(form), ctx.oidc.client?.clientName ?? ctx.oidc.client?.clientId),
      )
    },
    postLogoutSuccessSource: (ctx) => {
      setPage(ctx, messagePage('You are signed out', 'You can close this page.'))
    },
  }
}

function features(options: IdentityProviderOptions): NonNullable<Configuration['features']> {
  const par = options.par ?? 'allowed'
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: logout(),
    backchannelLogout: { enabled: true },
    jwtUserinfo: { enabled: true },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    dPoP: {
      enabled: options.dpop !== 'off',
      ...(options.dpop === 'nonce' ? { nonceSecret: randomBytes(32) } : {}),
      requireNonce: () => options.dpop === 'nonce',
    },
    pushedAuthorizationRequests: {
      enabled: par !== 'off',
      requirePushedAuthorizationRequests: par === 'required',
    },
  }
}

function lifetimes(options: IdentityProviderOptions): NonNullable<Configuration['ttl']> {
  const ttl = options.ttl ?? {}
  return {
    AccessToken: ttl.accessToken ?? 3600,
    AuthorizationCode: ttl.authorizationCode ?? 60,
    IdToken: ttl.idToken ?? 3600,
    RefreshToken: ttl.refreshToken ?? FOURTEEN_DAYS,
    Session: ttl.session ?? FOURTEEN_DAYS,
    Grant: FOURTEEN_DAYS,
    Interaction: 3600,
  }
}

/**
 * Writes the configuration of `oidc-provider`.
 *
 * @param options - how the provider was started
 * @param state - what outlives a change of keys
 * @param signingKeys - the keys it signs with
 * @returns the configuration
 */
export function createConfiguration(
  options: IdentityProviderOptions,
  state: ProviderState,
  signingKeys: readonly SigningKey[],
): Configuration {
  return {
    adapter: state.storage,
    clients: options.clients.map(metadata),
    jwks: { keys: signingKeys.map(({ privateJwk }) => privateJwk) },
    cookies: {
      keys: [...state.cookieKeys],
      // Cookies are shared by all ports of a host name: keep clear of the app's.
      names: {
        session: 'harbour_session',
        interaction: 'harbour_interaction',
        resume: 'harbour_resume',
      },
      // Requests by form post arrive from another site; `bendAnswers` has the cookie fit a provider without TLS.
      long: { httpOnly: true, sameSite: 'none' },
    },
    claims: claimsByScope(options.accounts ?? state.people.offered),
    scopes: ['openid', 'offline_access'],
    conformIdTokenClaims: options.conformIdTokenClaims ?? false,
    enabledJWA: { idTokenSigningAlgValues: idTokenAlgorithms(signingKeys) },
    features: features(options),
    findAccount: (_ctx, sub) => {
      const person = state.people.find(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    interactions: {
      policy: policy(options.singleSignOn ?? false),
      url: (_ctx, interaction) => `${INTERACTION_PATH}${interaction.uid}`,
    },
    pkce: { required: () => options.requirePkce ?? false },
    enableHttpPostMethods: true,
    rotateRefreshToken: true,
    routes: ROUTES,
    ttl: lifetimes(options),
    clientBasedCORS: () => false,
    // Logout tokens go to loopback addresses, which the provider's own dispatcher refuses.
    fetch: (url, init) => {
      const { dispatcher: _, ...rest }: RequestInit & { dispatcher?: unknown } = init ?? {}
      return fetch(url, rest)
    },
    renderError: (ctx, { error, error_description: description }) => {
      setPage(
        ctx,
        messagePage('This did not work', 'The request was refused.', { error, description }),
      )
    },
  }
}

function idTokenAlgorithms(
  signingKeys: readonly SigningKey[],
): NonNullable<NonNullable<Configuration['enabledJWA']>['idTokenSigningAlgValues']> {
  return [...new Set(signingKeys.map(({ alg }) => alg)), 'HS256']
}

/** What `@latchstring/next` exports under the names of next-auth and `@auth/core`. */
const SERVER = [
  'default',
  'Account',
  'AuthConfig',
  'AuthError',
  'Authenticator',
  'Awaitable',
  'CredentialsSignin',
  'customFetch',
  'DefaultSession',
  'DefaultUser',
  'JWT',
  'LoggerInstance',
  'NextAuthConfig',
  'PagesOptions',
  'Profile',
  'Session',
  'skipCSRFCheck',
  'Theme',
  'TokenSet',
  'User',
] as const

/** What `@latchstring/next/react` exports under the names of next-auth/react. */
const CLIENT = [
  'getCsrfToken',
  'getProviders',
  'getSession',
  'GetSessionParams',
  'SessionContext',
  'SessionContextValue',
  'SessionProvider',
  'SessionProviderProps',
  'signIn',
  'SignInAuthorizationParams',
  'SignInOptions',
  'SignInResponse',
  'signOut',
  'SignOutParams',
  'SignOutResponse',
  'UpdateSession',
  'useSession',
  'UseSessionOptions',
] as const

const TOKENS = [
  'decode',
  'DefaultJWT',
  'encode',
  'JWT',
  'JWTDecodeParams',
  'JWTEncodeParams',
  'JWTOptions',
] as const

const STORES = [
  'Adapter',
  'AdapterAccount',
  'AdapterAccountType',
  'AdapterAuthenticator',
  'AdapterSession',
  'AdapterUser',
  'Awaitable',
  'VerificationToken',
] as const

const ERRORS = [
  'AccessDenied',
  'AccountNotLinked',
  'AdapterError',
  'AuthError',
  'CallbackRouteError',
  'CredentialsSignin',
  'DuplicateConditionalUI',
  'EmailSignInError',
  'ErrorPageLoop',
  'EventError',
  'ExperimentalFeatureNotEnabled',
  'InvalidCheck',
  'InvalidEndpoints',
  'InvalidProvider',
  'JWTSessionError',
  'MissingAdapter',
  'MissingAdapterMethods',
  'MissingAuthorize',
  'MissingCSRF',
  'MissingSecret',
  'MissingWebAuthnAutocomplete',
  'OAuthAccountNotLinked',
  'OAuthCallbackError',
  'OAuthProfileParseError',
  'OAuthSignInError',
  'SessionTokenError',
  'SignInError',
  'SignOutError',
  'UnknownAction',
  'UnsupportedStrategy',
  'UntrustedHost',
  'Verification',
  'WebAuthnVerificationError',
] as const

/** The module that replaces another one, with the names that both have. */
export interface Replacement {
  readonly to: string
  readonly names: readonly string[]
  /** Names that are called otherwise. */
  readonly renamed?: Readonly<Record<string, string>>
}

const RENAMED = {
  AuthOptions: 'NextAuthConfig',
  NextAuthOptions: 'NextAuthConfig',
  NextAuthRequest: 'LatchstringRequest',
  NextAuthResult: 'LatchstringResult',
} as const

const server: Replacement = { to: '@latchstring/next', names: SERVER, renamed: RENAMED }
const tokens: Replacement = { to: '@latchstring/next/jwt', names: TOKENS }
const stores: Replacement = { to: '@latchstring/next/adapters', names: STORES }

/** Modules by their old names. */
export const MODULES: Readonly<Record<string, Replacement>> = {
  'next-auth': server,
  'next-auth/next': server,
  'next-auth/core/types': server,
  'next-auth/react': { to: '@latchstring/next/react', names: CLIENT },
  'next-auth/jwt': tokens,
  'next-auth/adapters': stores,
  'next-auth/webauthn': { to: '@latchstring/next/webauthn', names: ['signIn', 'SignInResponse'] },
  '@auth/core': server,
  '@auth/core/types': server,
  '@auth/core/jwt': tokens,
  '@auth/core/adapters': stores,
  '@auth/core/errors': { to: '@latchstring/next/errors', names: ERRORS },
}

/** Adapters that this project runs its tests with, and the versions it runs them with. */
export const ADAPTERS: Readonly<Record<string, string>> = {
  d1: '^1.11.3',
  drizzle: '^1.11.3',
  dynamodb: '^2.11.3',
  kysely: '^1.11.2',
  'mikro-orm': '^2.10.0',
  pg: '^1.11.3',
  prisma: '^2.11.3',
  sequelize: '^2.11.3',
  typeorm: '^2.11.3',
  unstorage: '^2.11.2',
  'upstash-redis': '^2.11.3',
}

/** Whether a text names a package that the codemod takes the place of. */
export const isNextAuth = (source: string): boolean =>
  /^(?:next-auth|@auth\/core)(?:\/|$)|^@next-auth\//.test(source)

/** A name of an adapter of version 4, or none. */
export const oldAdapter = (source: string): string | undefined =>
  /^@next-auth\/([\w-]+)-adapter$/.exec(source)?.[1]

const PROVIDER_TYPES = [
  'CredentialInput',
  'CredentialsConfig',
  'EmailConfig',
  'OAuth2Config',
  'OAuthConfig',
  'OAuthUserConfig',
  'OIDCConfig',
  'OIDCUserConfig',
  'Provider',
  'ProviderId',
  'ProviderType',
] as const

/** Types of profiles that modules of providers export. */
export const PROFILES: Readonly<Record<string, string>> = {
  apple: 'AppleProfile',
  auth0: 'Auth0Profile',
  'azure-ad': 'AzureADProfile',
  cognito: 'CognitoProfile',
  discord: 'DiscordProfile',
  facebook: 'FacebookProfile',
  github: 'GitHubProfile',
  gitlab: 'GitLabProfile',
  google: 'GoogleProfile',
  kakao: 'KakaoProfile',
  keycloak: 'KeycloakProfile',
  linkedin: 'LinkedInProfile',
  naver: 'NaverProfile',
  okta: 'OktaProfile',
  reddit: 'RedditProfile',
  slack: 'SlackProfile',
  spotify: 'SpotifyProfile',
  strava: 'StravaProfile',
  twitch: 'TwitchProfile',
}

const PROVIDER = /^(?:next-auth|@auth\/core)\/providers(?:\/([\w-]+))?$/

/**
 * The module that replaces another one.
 *
 * @param providers - names of the modules of providers
 * @returns nothing for a module that has no counterpart
 */
export function findReplacement(
  source: string,
  providers: ReadonlySet<string>,
): Replacement | undefined {
  const adapter = oldAdapter(source)
  if (adapter !== undefined) {
    const known = ADAPTERS[adapter] !== undefined
    return known ? { to: `@auth/${adapter}-adapter`, names: [] } : undefined
  }
  const [provider, module] = PROVIDER.exec(source) ?? []
  if (provider === undefined) return MODULES[source]
  if (module === undefined || module === 'oauth') {
    return { to: '@latchstring/next/providers', names: PROVIDER_TYPES }
  }
  if (!providers.has(module)) return undefined
  return {
    to: `@latchstring/next/providers/${module}`,
    names: ['default', PROFILES[module] ?? 'default'],
    renamed: { GithubProfile: 'GitHubProfile' },
  }
}

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
  'getToken',
  'GetTokenParams',
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
  /** Whether both have a name that is not in the list. */
  readonly has?: (name: string) => boolean
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
  'next-auth/lib': server,
  'next-auth/lib/index': server,
  'next-auth/lib/types': {
    to: '@latchstring/next',
    names: SERVER,
    renamed: { AppRouteHandlerFnContext: 'RouteContext' },
  },
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
  'CommonProviderOptions',
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
  'SendVerificationRequestParams',
] as const

/** Types of profiles whose name is not that of their module. */
const PROFILES: Readonly<Record<string, string>> = {
  '42-school': 'FortyTwoProfile',
  'bankid-no': 'BankIDNorwayProfile',
  'ping-id': 'PingProfile',
}

/** Names of version 4 for types of profiles. */
const OLD_PROFILES: Readonly<Record<string, string>> = {
  AzureB2CProfile: 'AzureADB2CProfile',
  GithubProfile: 'GitHubProfile',
}

/** Whether a name is that of the type that a module of a provider has for its profile. */
function isProfileOf(module: string, name: string): boolean {
  const [, own] = /^(\w+)Profile$/.exec(name) ?? []
  return PROFILES[module] === name || own?.toLowerCase() === module.replaceAll('-', '')
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
  if (module === undefined || /^(?:index|oauth|oauth-types)$/.test(module)) {
    return { to: '@latchstring/next/providers', names: PROVIDER_TYPES }
  }
  if (!providers.has(module)) return undefined
  return {
    to: `@latchstring/next/providers/${module}`,
    names: ['default'],
    has: (name) => isProfileOf(module, name),
    renamed: OLD_PROFILES,
  }
}

/** Modules that have a type which the other library has in another one. */
const HOMES: readonly Replacement[] = [
  server,
  tokens,
  stores,
  { to: '@latchstring/next/providers', names: PROVIDER_TYPES },
]

const isType = (name: string): boolean => /^[A-Z]/.test(name)

/** What is written in place of a type that this library has under no name. */
const WRITTEN: Readonly<Record<string, string>> = {
  SessionStrategy: " = 'jwt' | 'database'",
  ISODateString: ' = string',
  BuiltInProviderType: ' = string',
  OAuthProviderType: ' = string',
  RedirectableProviderType: ' = string',
  LiteralUnion: '<T extends U, U = string> = T | (U & Record<never, never>)',
  CallbacksOptions: " = Required<import('@latchstring/next').FrameworkCallbacks>",
  EventCallbacks: " = Required<import('@latchstring/next').Events>",
  SessionOptions: " = NonNullable<import('@latchstring/next').FrameworkAuthConfig['session']>",
  CookiesOptions: " = NonNullable<import('@latchstring/next').FrameworkAuthConfig['cookies']>",
  ClientSafeProvider: " = import('@latchstring/next/providers').PublicProvider",
}

/** The module that has a type, or the type written out: what follows its name in its declaration. */
export type TypeHome = { readonly from: string } | { readonly written: string }

/** Where a type of next-auth is that its own replacement does not have. */
export function findTypeHome(name: string): TypeHome | undefined {
  const written = Object.hasOwn(WRITTEN, name) ? WRITTEN[name] : undefined
  if (written !== undefined) return { written }
  const home = HOMES.find(({ names }) => isType(name) && names.includes(name))
  return home && { from: home.to }
}

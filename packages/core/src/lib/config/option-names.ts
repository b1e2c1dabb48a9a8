import { InvalidConfiguration } from '../errors/classes.ts'
import { nearest } from '../kit/nearest.ts'
import type { Callbacks } from '../types/callbacks.ts'
import type {
  AccountOptions,
  AuthConfig,
  ExperimentalOptions,
  MigrateOptions,
  SessionOptions,
} from '../types/config.ts'
import type { CookiesOptions } from '../types/cookies.ts'
import type { Events } from '../types/events.ts'
import type { JWT, JWTOptions } from '../types/jwt.ts'
import type { PagesOptions, Theme } from '../types/pages.ts'
import type { Provider } from '../types/provider.ts'
import { isPlainObject } from '../kit/values.ts'

/** The names of all members, which the compiler compares with the type. */
type MemberNames<T> = Readonly<Record<keyof T, 1 | Readonly<Record<string, 1>>>>

const NAMES: MemberNames<AuthConfig<JWT, object>> = {
  providers: 1,
  adapter: 1,
  adapterRequires: 1,
  features: 1,
  basePath: 1,
  secret: 1,
  weakSecret: 1,
  audience: 1,
  session: {
    strategy: 1,
    maxAge: 1,
    updateAge: 1,
    absoluteMaxAge: 1,
    endAllOnSignOut: 1,
    revocation: 1,
    devices: 1,
    endOn: 1,
    generateSessionToken: 1,
  } satisfies MemberNames<SessionOptions>,
  account: {
    page: 1,
    updateOnSignIn: 1,
    vouchForAddresses: 1,
    requireFresh: 1,
  } satisfies MemberNames<AccountOptions>,
  jwt: { secret: 1, maxAge: 1, encode: 1, decode: 1 } satisfies MemberNames<JWTOptions>,
  callbacks: {
    signIn: 1,
    redirect: 1,
    jwt: 1,
    session: 1,
    deviceInfo: 1,
    authorized: 1,
  } satisfies MemberNames<Callbacks<JWT, object>>,
  events: {
    createUser: 1,
    updateUser: 1,
    firstProof: 1,
    linkAccount: 1,
    unlinkAccount: 1,
    signIn: 1,
    signOut: 1,
    newDevice: 1,
    actingBegan: 1,
    actingEnded: 1,
    sessionEnded: 1,
    signInRefused: 1,
    limitReached: 1,
    replayDetected: 1,
    limiterDegraded: 1,
    session: 1,
  } satisfies MemberNames<Events>,
  pages: {
    signIn: 1,
    signOut: 1,
    error: 1,
    verifyRequest: 1,
    newUser: 1,
  } satisfies MemberNames<PagesOptions>,
  cookies: {
    sessionToken: 1,
    callbackUrl: 1,
    csrfToken: 1,
    pkceCodeVerifier: 1,
    state: 1,
    nonce: 1,
    webauthnChallenge: 1,
  } satisfies MemberNames<CookiesOptions>,
  texts: 1,
  theme: {
    name: 1,
    favicon: 1,
    colorScheme: 1,
    logo: 1,
    brandColor: 1,
    buttonText: 1,
    lastUsed: 1,
  } satisfies MemberNames<Theme>,
  limits: 1,
  clientAddress: 1,
  debug: 1,
  logger: 1,
  experimental: { enableWebAuthn: 1 } satisfies MemberNames<ExperimentalOptions>,
  migrate: {
    from: 1,
    until: 1,
    secret: 1,
    domain: 1,
    cookieName: 1,
    decode: 1,
  } satisfies MemberNames<MigrateOptions>,
  redirectProxyUrl: 1,
  redirectProxyOrigins: 1,
  skipCSRFCheck: 1,
  trustHost: 1,
  allowedHosts: 1,
  useSecureCookies: 1,
  raw: 1,
}

/** The names of all options. */
export const OPTION_NAMES: readonly (keyof AuthConfig)[] =
  // Of the table above, whose keys the compiler has compared.
  Object.keys(NAMES) as (keyof AuthConfig)[]

function describeUnknownOption(path: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const hint = meant === undefined ? 'Remove it.' : `Did you mean \`${path}${meant}\`?`
  return `\`${path}${name}\` is not an option. ${hint}`
}

function findIn(
  given: object,
  names: Readonly<Record<string, unknown>>,
  path: string,
): readonly string[] {
  const known = Object.keys(names)
  return Object.entries(given).flatMap(([name, value]) => {
    // Pages of features have their paths as names.
    if (value === undefined || (path === 'pages.' && name.includes('/'))) return []
    if (!Object.hasOwn(names, name)) return [describeUnknownOption(path, name, known)]
    const inner = names[name]
    return isPlainObject(value) && isPlainObject(inner) ? findIn(value, inner, `${name}.`) : []
  })
}

/**
 * Finds names in a configuration that no option has: the compiler does not find them in JavaScript, nor in what a function returns.
 *
 * @returns a sentence about each
 */
export function findUnknownOptions(input: object): readonly string[] {
  return findIn(input, NAMES, '')
}

/**
 * The list of providers, where no type has checked that there is one.
 *
 * @throws InvalidConfiguration that says what else the configuration has
 */
export function requireProviders(input: Pick<AuthConfig, 'providers'>): readonly Provider[] {
  const { providers } = input
  const given: unknown = providers
  if (Array.isArray(given)) return providers
  const found = given === undefined ? 'is missing' : 'is not an array'
  const unknown = findUnknownOptions(input)
  throw new InvalidConfiguration([`\`providers\` ${found}.`, ...unknown].join(' '))
}

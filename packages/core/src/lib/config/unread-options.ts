import { nearest } from '../kit/nearest.ts'
import { isPlainObject } from '../kit/values.ts'
import type {
  AuthorizationEndpoint,
  ClientMetadata,
  CredentialsConfig,
  EmailConfig,
  EndSessionEndpoint,
  OAuth2Config,
  OIDCConfig,
  ProviderObject,
  TokenEndpoint,
  UserinfoEndpoint,
} from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { endpoint } from './endpoint.ts'
import { upperSnake, variableNames, variablePrefix } from './env.ts'
import { providerVariables } from './provider-options.ts'

type Names = Readonly<Record<string, 1 | Readonly<Record<string, 1>>>>

/** The names of all members, which the compiler compares with the type. */
type MemberNames<T> = Readonly<Record<Exclude<keyof T, symbol>, Names[string]>>

const COMMON = {
  id: 1,
  name: 1,
  type: 1,
  options: 1,
  requires: 1,
  ownOptions: 1,
  problem: 1,
  deprecated: 1,
  weakness: 1,
} as const

const OAUTH: MemberNames<OAuth2Config<never>> = {
  ...COMMON,
  issuer: 1,
  wellKnown: 1,
  authorization: { url: 1, params: 1, conform: 1 } satisfies MemberNames<AuthorizationEndpoint>,
  token: {
    url: 1,
    params: 1,
    clientPrivateKey: 1,
    send: 1,
    conform: 1,
  } satisfies MemberNames<TokenEndpoint>,
  userinfo: { url: 1, params: 1, request: 1 } satisfies MemberNames<UserinfoEndpoint<never>>,
  endSession: { url: 1, params: 1, hint: 1 } satisfies MemberNames<EndSessionEndpoint>,
  client: {
    token_endpoint_auth_method: 1,
    id_token_signed_response_alg: 1,
    userinfo_signed_response_alg: 1,
    require_auth_time: 1,
    default_max_age: 1,
  } satisfies MemberNames<ClientMetadata>,
  clientId: 1,
  clientSecret: 1,
  pushedAuthorizationRequests: 1,
  internalOrigins: 1,
  dpop: 1,
  stepUp: 1,
  protocol: 1,
  derived: 1,
  variables: 1,
  profile: 1,
  account: 1,
  profileFromBody: 1,
  style: 1,
  allowDangerousEmailAccountLinking: 1,
  redirectProxyUrl: 1,
  checks: 1,
}

const NAMES: Readonly<Record<Exclude<ProviderObject['type'], 'webauthn'>, Names>> = {
  oauth: OAUTH,
  oidc: {
    ...OAUTH,
    idToken: 1,
    issuerAliases: 1,
    trustedAudiences: 1,
    resolveIssuer: 1,
    discoveryIssuer: 1,
    clockTolerance: 1,
    logoutTokenWithoutExp: 1,
    frontChannelLogout: 1,
  } satisfies MemberNames<OIDCConfig<never>>,
  credentials: {
    ...COMMON,
    credentials: 1,
    authorize: 1,
  } satisfies MemberNames<CredentialsConfig>,
  email: {
    ...COMMON,
    from: 1,
    maxAge: 1,
    signIn: 1,
    sendVerificationRequest: 1,
    secret: 1,
    apiKey: 1,
    server: 1,
    generateVerificationToken: 1,
    normalizeIdentifier: 1,
  } satisfies MemberNames<EmailConfig>,
}

/** The options that a provider reads, with their members. */
function namesOf({ type, ownOptions = [], requires = [] }: ProviderObject): Names | undefined {
  if (type === 'webauthn') return undefined
  // A configuration function has this done for each request.
  if (ownOptions.length + requires.length === 0) return NAMES[type]
  const own = [...ownOptions, ...requires].map((name): [string, 1] => [name, 1])
  return { ...Object.fromEntries(own), ...NAMES[type] }
}

/** The options as the application has passed them; none of an object that the application wrote itself. */
function givenOptions(made: ProviderObject): Readonly<Record<string, unknown>> {
  const { options } = made
  return isPlainObject(options) ? options : {}
}

/** A function of the application gets the provider, and may read any member of it. */
const sendsItself = (options: Readonly<Record<string, unknown>>): boolean =>
  options['sendVerificationRequest'] !== undefined

/** An option that has no effect. */
interface Unread {
  /** With the options that it is in. */
  readonly path: string
  /** The one that was probably meant. */
  readonly meant: string | undefined
}

function findUnread(
  given: Readonly<Record<string, unknown>>,
  names: Names,
  path = '',
): readonly Unread[] {
  return Object.entries(given).flatMap(([name, value]): readonly Unread[] => {
    if (value === undefined) return []
    const known = Object.hasOwn(names, name) ? names[name] : undefined
    if (known === undefined) {
      const meant = nearest(name, Object.keys(names))
      return [{ path: path + name, meant: meant && path + meant }]
    }
    return isPlainObject(known) && isPlainObject(value)
      ? findUnread(value, known, `${path}${name}.`)
      : []
  })
}

/** Whether an address of the provider is made of its issuer, or another one is set beside it. */
function usesIssuer(
  own: Readonly<Record<string, unknown>>,
  {
    protocol,
    wellKnown,
    authorization,
    token,
    userinfo,
  }: Extract<ProviderObject, { type: 'oauth' }>,
): boolean {
  if (protocol) return false
  const endpoints = [authorization, token, userinfo].map((one) =>
    endpoint<{ readonly url?: string; readonly request?: unknown }>(one),
  )
  const discovered = endpoints.some(
    ({ url, request }) => url === undefined && request === undefined,
  )
  const urls = [wellKnown, ...endpoints.map(({ url }) => url)]
  const replaced = ['wellKnown', 'authorization', 'token'].some((name) => {
    const given = own[name]
    return typeof given === 'string' || (isPlainObject(given) && given['url'] !== undefined)
  })
  return discovered || replaced || urls.some((url) => url?.includes('{issuer}'))
}

/** The sentence about an issuer that would change nothing: the browser would be sent to the service itself. */
function ignoredIssuer(made: ProviderObject, merged: ProviderObject): string | undefined {
  if (merged.type !== 'oauth' || made.type !== 'oauth' || made.options === undefined)
    return undefined
  const { id, issuer } = merged
  if (issuer === undefined || issuer === made.issuer) return undefined
  if (usesIssuer(givenOptions(made), merged)) return undefined
  const own = made.ownOptions ?? []
  const instead = own.length === 0 ? '' : ` Its own options are: ${own.join(', ')}.`
  return `The provider "${id}" is set to the issuer ${JSON.stringify(issuer)}, in its options or as ${variablePrefix(id)}ISSUER, and does not read one: people would be sent to ${made.issuer ?? made.name}. Remove it, or set \`authorization\`, \`token\` and \`userinfo\` as well.${instead}`
}

/**
 * What is set and would be ignored although it decides where people sign in.
 *
 * @param made - the provider, as its factory returned it
 * @param merged - the same with the options of application and environment
 * @returns a sentence with the fix
 */
export function findIgnored(made: ProviderObject, merged: ProviderObject): string | undefined {
  const names = namesOf(made)
  const options = givenOptions(made)
  if (names === undefined || sendsItself(options)) return undefined
  const misspelt = findUnread(options, names).find(
    ({ path, meant }) => path.toLowerCase() === meant?.toLowerCase(),
  )
  if (misspelt === undefined) return ignoredIssuer(made, merged)
  return `The provider "${merged.id}" has no option \`${misspelt.path}\`. Write \`${misspelt.meant}\`.`
}

/** @returns a sentence about each option that the provider does not read */
function unreadOptions(made: ProviderObject, { id }: ProviderObject): readonly string[] {
  const names = namesOf(made)
  const options = givenOptions(made)
  if (names === undefined || sendsItself(options)) return []
  return findUnread(options, names).map(({ path, meant }) => {
    const hint = meant === undefined ? 'Remove it.' : `Did you mean \`${meant}\`?`
    return `\`${path}\` is not an option of the provider "${id}". ${hint}`
  })
}

/** Names that applications give to variables of providers, beside those of options. */
const USUAL = ['BASE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'DOMAIN', 'KEY', 'TENANT', 'URL']

/** Whether a text is in an option: the application has read the variable itself. */
function isIn(text: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.some((member) => isIn(text, member))
  if (isPlainObject(value)) return Object.values(value).some((member) => isIn(text, member))
  return String(value).includes(text)
}

/** Names by the end of which a variable is known for one that was meant to be read. */
function meantVariable(end: string, read: readonly string[], options: readonly string[]): boolean {
  const usual = USUAL.includes(end) || options.map(upperSnake).includes(end)
  return usual || nearest(end, read) !== undefined
}

/** The variables that providers may have. */
interface Variables {
  readonly env: Env
  readonly names: readonly string[]
  /** Prefixes of all providers; those of two may begin alike. */
  readonly others: readonly string[]
}

/**
 * @returns a sentence about each variable of the provider that it does not read
 */
function unreadVariables(
  made: ProviderObject,
  merged: ProviderObject,
  { env, names, others }: Variables,
): readonly string[] {
  const { id } = merged
  const prefix = variablePrefix(id)
  const read = providerVariables(made, id)
  const unread = names.filter((name) => name.startsWith(prefix) && !read.includes(name))
  if (unread.length === 0) return []
  const ends = read
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
  const options = Object.keys(namesOf(made) ?? {})
  return unread.flatMap((name) => {
    const value: unknown = env[name]
    if (typeof value !== 'string' || value.trim() === '') return []
    if (others.some((other) => other.length > prefix.length && name.startsWith(other))) return []
    const end = name.slice(prefix.length)
    if (!meantVariable(end, ends, options) || isIn(value.trim(), givenOptions(made))) return []
    const option = options.find((one) => upperSnake(one) === end && !ends.includes(end))
    const close = nearest(end.replace(/^CLIENT_|^API_/, ''), ends)
    const hint =
      close === undefined ? `It reads ${read.join(', ')}.` : `Did you mean ${prefix}${close}?`
    const inCode =
      option === undefined || close !== undefined ? '' : ` Set \`${option}\` in its options.`
    return [`The provider "${id}" does not read ${name}. ${hint}${inCode}`]
  })
}

/** A provider as its factory returned it, and with the options of application and environment. */
export interface MadeProvider {
  readonly made: ProviderObject
  readonly merged: ProviderObject
}

/** What is set for providers and has no effect. */
export interface UnreadSettings {
  /** A sentence about each option. */
  readonly options: readonly string[]
  /** A sentence about each variable. */
  readonly variables: readonly string[]
}

/** Finds options and variables of providers that nothing reads: types do not find the former in JavaScript, nor the latter at all. */
export function findUnreadSettings(providers: readonly MadeProvider[], env: Env): UnreadSettings {
  const named = providers.filter(({ merged }) => typeof merged.id === 'string')
  const others = named.map(({ merged }) => variablePrefix(merged.id))
  const variables: Variables = { env, names: variableNames(env), others }
  return {
    options: named.flatMap(({ made, merged }) => unreadOptions(made, merged)),
    variables: named.flatMap(({ made, merged }) => unreadVariables(made, merged, variables)),
  }
}

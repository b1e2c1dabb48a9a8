import type { AuthError } from '../errors/auth-error.ts'
import { InvalidConfiguration, InvalidEndpoints, MissingAuthorize } from '../errors/classes.ts'
import type { Profile } from '../types/account.ts'
import type {
  ClientAuthenticationMethod,
  EmailConfig,
  OAuthConfig,
  ProviderObject,
  TokenEndpoint,
} from '../types/provider.ts'
import { providerVariable } from './env.ts'
import { checkInternalOrigins } from './internal-origins.ts'
import { either } from './option-form.ts'
import { isProviderId } from './provider-id.ts'
import { parseProxyUrl } from './redirect-proxy-url.ts'
import { endpoint } from './endpoint.ts'
import { checkWebAuthn } from './webauthn.ts'

const ENDPOINTS = ['authorization', 'token', 'userinfo'] as const

/** An endpoint may be no more than its URL. */
interface EndpointParts {
  readonly url?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly request?: unknown
}

/** The environment variable that sets a member beside the options, if there is one. */
function variableFor({ id, type }: ProviderObject, name: string): string | undefined {
  if (name === 'apiKey') return providerVariable(id, name)
  if (type !== 'oauth' && type !== 'oidc') return undefined
  const known = name === 'clientId' || name === 'clientSecret' || name === 'issuer'
  return known ? providerVariable(id, name) : undefined
}

function missing(config: ProviderObject, name: string): AuthError {
  const variable = variableFor(config, name)
  const elsewhere = variable === undefined ? '' : `, or ${variable} in the environment`
  const message = `The provider "${config.id}" has no \`${name}\`. Set \`{ ${name}: … }\` in its options${elsewhere}.`
  return name === 'issuer' ? new InvalidEndpoints(message) : new InvalidConfiguration(message)
}

/**
 * Requires a member of a merged configuration. An empty text counts as none.
 *
 * @throws InvalidEndpoints for the issuer, InvalidConfiguration for anything else, with how to set it
 */
function requireMember(config: ProviderObject, name: string): void {
  const value: unknown = Reflect.get(config, name)
  if (value === undefined || value === null || value === '') throw missing(config, name)
}

const ISSUER = '{issuer}'
const CLIENT_ID = '{clientId}'

/** The issuer, where services have one for each client. */
function fillInIssuer(
  config: Extract<ProviderObject, { readonly type: 'oauth' | 'oidc' }>,
): string | undefined {
  const { issuer, clientId = '' } = config
  if (!issuer?.includes(CLIENT_ID)) return issuer
  requireMember(config, 'clientId')
  return issuer.replaceAll(CLIENT_ID, () => encodeURIComponent(clientId))
}

/** Parameters may name the issuer as the address does. */
function fillEndpoint(given: EndpointParts, fill: (text: string) => string): EndpointParts {
  const { url, params } = given
  const parts: readonly unknown[] = [url, ...Object.values(params ?? {})]
  if (!parts.some((part) => typeof part === 'string' && part.includes(ISSUER))) return given
  const filled = Object.entries(params ?? {}).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? fill(value) : value,
  ])
  return {
    ...given,
    ...(url === undefined ? {} : { url: fill(url) }),
    ...(params === undefined ? {} : { params: Object.fromEntries(filled) }),
  }
}

/**
 * Puts the client id into the issuer, and the issuer into the addresses that contain it.
 *
 * @throws InvalidEndpoints when there is no issuer, InvalidConfiguration when there is no client id
 */
function fillIssuer<C extends ProviderObject>(config: C): C {
  if (config.type !== 'oauth' && config.type !== 'oidc') return config
  const issuer = fillInIssuer(config)
  const fill = (url: string): string => {
    if (!url.includes(ISSUER)) return url
    requireMember(config, 'issuer')
    const base = issuer?.replace(/\/+$/, '') ?? ''
    return url.replaceAll(ISSUER, () => base)
  }
  const filled: Record<string, unknown> = issuer === undefined ? {} : { issuer }
  for (const name of ENDPOINTS) {
    const given: string | EndpointParts | undefined = config[name]
    if (typeof given === 'string') filled[name] = fill(given)
    else if (given) filled[name] = fillEndpoint(given, fill)
  }
  if (config.wellKnown !== undefined) filled['wellKnown'] = fill(config.wellKnown)
  return { ...config, ...filled }
}

/** The address of the discovery document is made of the issuer. */
function isDiscovered(config: OAuthConfig<Profile>): boolean {
  if (config.protocol ?? config.wellKnown) return false
  return (
    config.type === 'oidc' || ENDPOINTS.some((name) => !endpoint<EndpointParts>(config[name]).url)
  )
}

function checkUrls(config: OAuthConfig<Profile>): void {
  const { id, issuer } = config
  const broken = issuer && !URL.canParse(issuer)
  const hint = `The \`issuer\` of the provider "${id}" is ${JSON.stringify(issuer)}, which is not an absolute URL such as https://id.example.com.`
  // Elsewhere it is only compared, and may be any name.
  if (broken && isDiscovered(config)) throw new InvalidEndpoints(hint)
  for (const name of ENDPOINTS) {
    const { url } = endpoint<EndpointParts>(config[name])
    if (url === undefined || URL.canParse(url)) continue
    const message = `The URL for \`${name}\` of the provider "${id}" is not absolute.`
    throw new InvalidEndpoints(broken ? `${message} ${hint}` : message)
  }
}

const METHODS: ReadonlySet<string> = new Set<ClientAuthenticationMethod>([
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
])

/**
 * Requires the credentials of the client: a secret or a key, if it says that it has one. A client that says nothing, and
 * has neither, is a public one (RFC 6749, section 2.1).
 *
 * @throws InvalidConfiguration that says how to set it
 */
function requireClientAuthentication(config: OAuthConfig<Profile>): void {
  const { send, clientPrivateKey } = endpoint<TokenEndpoint>(config.token)
  const method: string | undefined = config.client?.token_endpoint_auth_method
  if (send || method === undefined) return
  if (!METHODS.has(method)) {
    const known = [...METHODS].join(', ')
    throw new InvalidConfiguration(
      `The provider "${config.id}" has the unknown \`token_endpoint_auth_method\` ${JSON.stringify(method)}. There are: ${known}.`,
    )
  }
  if (method.startsWith('client_secret')) requireMember(config, 'clientSecret')
  if (method !== 'private_key_jwt' || clientPrivateKey) return
  throw new InvalidConfiguration(
    `The provider "${config.id}" has no \`token.clientPrivateKey\`, which "private_key_jwt" signs with. Set it.`,
  )
}

/**
 * Requires the client id at an authorization server. A service with a protocol of its own knows no clients.
 *
 * @throws InvalidConfiguration that names the missing option and how to set it
 */
function requireClient(config: OAuthConfig<Profile>): void {
  if (config.protocol) return
  requireMember(config, 'clientId')
  requireClientAuthentication(config)
}

/**
 * Requires an issuer to ask for the endpoints, or all endpoints. A service with a protocol of its own needs neither.
 *
 * @throws InvalidEndpoints that names the missing endpoints
 */
function requireEndpoints(config: OAuthConfig<Profile>): void {
  checkUrls(config)
  // Where requests are pushed to is known from the discovery document alone.
  if (config.pushedAuthorizationRequests && config.wellKnown === undefined) {
    requireMember(config, 'issuer')
  }
  if (config.protocol ?? config.issuer ?? config.wellKnown) return
  for (const name of ENDPOINTS) {
    const { url, request } = endpoint<EndpointParts>(config[name])
    if (url !== undefined || (name === 'userinfo' && request !== undefined)) continue
    const variable = providerVariable(config.id, 'issuer')
    throw new InvalidEndpoints(
      `The provider "${config.id}" has neither an \`issuer\` (${variable}) nor a URL for \`${name}\`.`,
    )
  }
}

const MAX_CLOCK_TOLERANCE = 300

/** More would make an expiry mean nothing. */
function checkTolerance(config: OAuthConfig<Profile>): void {
  const tolerance = 'clockTolerance' in config ? config.clockTolerance : undefined
  if (tolerance === undefined) return
  if (Number.isSafeInteger(tolerance) && tolerance >= 0 && tolerance <= MAX_CLOCK_TOLERANCE) return
  throw new InvalidConfiguration(
    `The \`clockTolerance\` of the provider "${config.id}" has to be a whole number of seconds from 0 to ${MAX_CLOCK_TOLERANCE}. Set the clocks by a time service if they differ by more.`,
  )
}

/** Another word would be taken for the stricter one, where a looser one was meant, or the other way round. */
function checkStepUp({ id, stepUp }: OAuthConfig<Profile>): void {
  const wanted = stepUp === undefined ? undefined : either('checked', 'trusted')(stepUp)
  if (wanted === undefined) return
  throw new InvalidConfiguration(
    `\`stepUp\` of the provider "${id}" has to be ${wanted}, and is ${JSON.stringify(stepUp)}.`,
  )
}

/**
 * Refuses values out of range, and what cannot be done together.
 *
 * @throws InvalidConfiguration that names the option
 */
function checkCombination(config: OAuthConfig<Profile>): void {
  checkTolerance(config)
  checkInternalOrigins(config)
  checkStepUp(config)
  const { send } = endpoint<TokenEndpoint>(config.token)
  if (!config.dpop || !send) return
  throw new InvalidConfiguration(
    `The provider "${config.id}" has both \`dpop\` and \`token.send\`: a request in another form carries no proof. Remove one of them.`,
  )
}

/** The id of a provider, which is in URLs. */
function requireProviderId({ id }: ProviderObject): void {
  if (isProviderId(id)) return
  throw new InvalidConfiguration(
    `The provider id ${JSON.stringify(id) ?? 'undefined'} is not valid. An id may contain only letters, digits and \`. _ ~ -\`, and is not \`.\` or \`..\`.`,
  )
}

/** Only what no type has checked is looked at: the options of services with functions of their own. */
function checkEmail({ id, sendVerificationRequest, signIn = true }: EmailConfig): void {
  const fault =
    typeof sendVerificationRequest === 'function'
      ? typeof signIn !== 'boolean' && '`signIn` is neither true nor false.'
      : 'it has no function `sendVerificationRequest`, so it cannot send mails. Set it.'
  if (fault) throw new InvalidConfiguration(`The provider "${id}" cannot be used: ${fault}`)
}

function checkOAuth(config: OAuthConfig<Profile>): void {
  requireEndpoints(config)
  checkCombination(config)
  requireClient(config)
  const { id, redirectProxyUrl: proxy } = config
  if (proxy) parseProxyUrl(proxy, `\`redirectProxyUrl\` of the provider "${id}"`)
}

function checkKind(config: ProviderObject): void {
  const { id } = config
  switch (config.type) {
    case 'credentials':
      if (typeof config.authorize === 'function') return
      throw new MissingAuthorize(
        `The provider "${id}" has no \`authorize\` function, so every sign-in with it fails. Pass one.`,
      )
    case 'email':
      return checkEmail(config)
    case 'oauth':
    case 'oidc':
      // The profile type of a provider is known to its own `profile` function only.
      return checkOAuth(config as unknown as OAuthConfig<Profile>)
    case 'webauthn':
      return checkWebAuthn(config)
    default:
      throw new InvalidConfiguration(
        `The provider "${id}" has the type ${JSON.stringify(Reflect.get(config, 'type'))}, which is not one of oauth, oidc, email, credentials and webauthn.`,
      )
  }
}

/**
 * Checks a provider before its first use.
 *
 * @param merged - the options of provider, environment and application together
 * @returns the same with the issuer in the addresses that contain it
 * @throws AuthError that names the provider and the missing option
 */
export function checkProvider(merged: ProviderObject): ProviderObject {
  requireProviderId(merged)
  if (merged.problem !== undefined) throw new InvalidConfiguration(merged.problem)
  for (const member of merged.requires ?? []) requireMember(merged, member)
  const config = fillIssuer(merged)
  checkKind(config)
  return config
}

import { createRemoteJWKSet, customFetch as joseFetch, errors, type JWTVerifyGetKey } from 'jose'
import type * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { hostKind } from '../../http/host-kind.ts'
import { OutboundError } from '../../http/outbound.ts'
import { isObject } from '../../kit/json.ts'

/** Addresses that somebody is sent to or asked at, each with what to configure where it is meant to be inside a network. */
const ENDPOINTS = {
  authorization_endpoint: '`authorization`',
  token_endpoint: '`token`',
  userinfo_endpoint: '`userinfo`',
  jwks_uri: undefined,
  pushed_authorization_request_endpoint: undefined,
  end_session_endpoint: undefined,
} as const

type Endpoint = keyof typeof ENDPOINTS

/** Members that something is decided by. */
const LISTS = [
  'code_challenge_methods_supported',
  'id_token_signing_alg_values_supported',
  'token_endpoint_auth_methods_supported',
  'userinfo_signing_alg_values_supported',
] as const

const FLAGS = [
  'authorization_response_iss_parameter_supported',
  'require_pushed_authorization_requests',
] as const

type Members = Readonly<Record<string, unknown>>

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function fail({ id }: OAuthProvider, problem: string): OutboundError {
  return new OutboundError(`The discovery document of the provider "${id}" ${problem}`)
}

/** Types of JSON, for an error. */
function describeKind(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `of the type ${typeof value}`
}

function checkTypes(provider: OAuthProvider, document: Members): void {
  const expected = [
    ...Object.keys(ENDPOINTS).map(
      (name) => [name, 'text', typeof document[name] === 'string'] as const,
    ),
    ...LISTS.map((name) => [name, 'a list of texts', isList(document[name])] as const),
    ...FLAGS.map((name) => [name, 'true or false', typeof document[name] === 'boolean'] as const),
  ]
  for (const [name, what, right] of expected) {
    if (right || document[name] === undefined) continue
    throw fail(provider, `has a \`${name}\` that is ${describeKind(document[name])}, not ${what}.`)
  }
}

/** The hosts that the configuration itself asks for the document. */
function ownHosts({ config }: OAuthProvider): readonly string[] {
  // One that is not configured is not a URL as text either.
  return [config.issuer, config.wellKnown]
    .map(String)
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).hostname)
}

/** What to do where an endpoint is meant to be inside the network. */
function wayOut(name: Endpoint): string {
  const option = ENDPOINTS[name]
  if (option !== undefined) return `set ${option} of the provider to it`
  return 'set `wellKnown` of the provider to the address that the document has inside the network'
}

/**
 * An issuer that anybody can reach sends nobody to this machine, into the network it is in, or to the metadata service of a
 * cloud. One that is inside a network itself may name others there, but for the metadata.
 */
function checkHost(provider: OAuthProvider, name: Endpoint, url: string): void {
  if (!URL.canParse(url)) throw fail(provider, `has a \`${name}\` that is not an absolute URL.`)
  const { hostname } = new URL(url)
  const kind = hostKind(hostname)
  const hosts = ownHosts(provider)
  if (kind === 'public' || hosts.includes(hostname)) return
  if (kind === 'internal' && hosts.some((host) => hostKind(host) !== 'public')) return
  const where =
    kind === 'metadata'
      ? 'which gives a machine its secrets and is not a sign-in service'
      : 'which is this machine or inside a private network, while the issuer is public'
  throw fail(
    provider,
    `names the host ${hostname} as \`${name}\`, ${where}. Nothing is sent there. If it is meant to be so, ${wayOut(name)}.`,
  )
}

/**
 * Looks at a discovery document before anything in it is used (OpenID Connect Discovery 1.0, section 3). Members that are
 * `null` count as absent.
 *
 * @param given - the members of the document
 * @param replaced - endpoints that the configuration names itself, so that those of the document are not used
 * @throws OutboundError that names the member and what is wrong with it
 */
export function readDocument(
  provider: OAuthProvider,
  given: unknown,
  replaced: ReadonlySet<string>,
): oauth.AuthorizationServer {
  const members = Object.entries(isObject(given) ? given : {})
  const document: Members = Object.fromEntries(
    members.filter(([name, value]) => value !== null && !replaced.has(name)),
  )
  const { issuer } = document
  if (typeof issuer !== 'string') throw fail(provider, 'names no `issuer`.')
  checkTypes(provider, document)
  for (const [name, url] of Object.entries(document)) {
    // Only endpoints are looked at, and those are text by now.
    if (Object.hasOwn(ENDPOINTS, name)) checkHost(provider, name as Endpoint, String(url))
  }
  return { ...document, issuer }
}

/** Milliseconds between two look-ups of keys for unknown key ids. */
const KEYS_COOLDOWN = 10_000
const KEYS_MAX_AGE = 3_600_000

/** The keys that an authorization server signs with, fetched when they are needed and kept. */
export function remoteKeys(
  provider: OAuthProvider,
  metadata: oauth.AuthorizationServer,
): JWTVerifyGetKey | undefined {
  if (metadata.jwks_uri === undefined) return undefined
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    [joseFetch]: (url, { headers, method }) => provider.fetch(url, { headers, method }),
    cooldownDuration: Number.POSITIVE_INFINITY,
    cacheMaxAge: KEYS_MAX_AGE,
  })
  let askedAgain = Number.NEGATIVE_INFINITY
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      // The pause counts from the last such look-up, not from the first load: keys may change right after that.
      const pausing = provider.clock() < askedAgain + KEYS_COOLDOWN && !keys.reloading
      if (!(error instanceof errors.JWKSNoMatchingKey) || pausing) throw error
      askedAgain = provider.clock()
      await keys.reload()
      return keys(header, token)
    }
  }
}

import { createRemoteJWKSet, customFetch as joseFetch, errors, type JWTVerifyGetKey } from 'jose'
import type * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { hostKind } from '../../http/host-kind.ts'
import { allowInternal, OutboundError } from '../../http/outbound.ts'
import { isObject } from '../../kit/json.ts'

/** Endpoints of a document that are used. */
const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'pushed_authorization_request_endpoint',
  'end_session_endpoint',
] as const

type Endpoint = (typeof ENDPOINTS)[number]

/** Lists that decide which methods are used. */
const TEXT_LISTS = [
  'code_challenge_methods_supported',
  'id_token_signing_alg_values_supported',
  'token_endpoint_auth_methods_supported',
  'userinfo_signing_alg_values_supported',
] as const

const FLAGS = [
  'authorization_response_iss_parameter_supported',
  'require_pushed_authorization_requests',
] as const

type DocumentMembers = Readonly<Record<string, unknown>>

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function documentError({ id }: OAuthProvider, problem: string): OutboundError {
  return new OutboundError(`The discovery document of the provider "${id}" ${problem}`)
}

/** The type of a JSON value, for an error. */
function describeType(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `of the type ${typeof value}`
}

function checkTypes(provider: OAuthProvider, document: DocumentMembers): void {
  const expected = [
    ...ENDPOINTS.map((name) => [name, 'text', typeof document[name] === 'string'] as const),
    ...TEXT_LISTS.map((name) => [name, 'a list of texts', isListOfTexts(document[name])] as const),
    ...FLAGS.map((name) => [name, 'true or false', typeof document[name] === 'boolean'] as const),
  ]
  for (const [name, what, right] of expected) {
    if (right || document[name] === undefined) continue
    throw documentError(
      provider,
      `has a \`${name}\` that is ${describeType(document[name])}, not ${what}.`,
    )
  }
}

/** The hosts that the configuration names for the document. */
function ownHosts({ config }: OAuthProvider): readonly string[] {
  // An absent one becomes `undefined`, which is not a URL.
  return [config.issuer, config.wellKnown]
    .map(String)
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).hostname)
}

/**
 * Refuses endpoints on this machine, in its private network, or at the metadata service of a cloud, where the issuer is public. An
 * issuer inside the network may name endpoints there, except for the metadata service, and `internalOrigins` of the provider any others.
 */
function checkHost(provider: OAuthProvider, name: Endpoint, url: string): void {
  if (!URL.canParse(url))
    throw documentError(provider, `has a \`${name}\` that is not an absolute URL.`)
  const { hostname, origin } = new URL(url)
  if (provider.reach.internalOrigins?.has(origin)) return
  const kind = hostKind(hostname)
  const hosts = ownHosts(provider)
  if (kind === 'public' || hosts.includes(hostname)) return
  if (kind === 'internal' && hosts.some((host) => hostKind(host) !== 'public')) return
  const why =
    kind === 'metadata'
      ? 'which gives a machine its secrets and is not a sign-in service. Nothing is sent there'
      : `which is this machine or inside a private network, while the issuer is public. Nothing is sent there. ${allowInternal(origin)}`
  throw documentError(provider, `names the host ${hostname} as \`${name}\`, ${why}.`)
}

/**
 * Checks a discovery document before it is used (OpenID Connect Discovery 1.0, section 3). Members that are `null` or an empty text count as absent.
 *
 * @param given - the members of the document
 * @param replaced - endpoints that the configuration names, so that those of the document are not used
 * @throws OutboundError that names the member and what is wrong with it
 */
export function readDocument(
  provider: OAuthProvider,
  given: unknown,
  replaced: ReadonlySet<string>,
): oauth.AuthorizationServer {
  const members = Object.entries(isObject(given) ? given : {})
  const document: DocumentMembers = Object.fromEntries(
    members.filter(([name, value]) => value !== null && value !== '' && !replaced.has(name)),
  )
  const { issuer } = document
  if (typeof issuer !== 'string') throw documentError(provider, 'names no `issuer`.')
  checkTypes(provider, document)
  for (const name of ENDPOINTS) {
    const url = document[name]
    if (typeof url === 'string') checkHost(provider, name, url)
  }
  return { ...document, issuer }
}

/** Finds the key for a token. */
export interface ServerKeys extends JWTVerifyGetKey {
  /** Fetches the keys again, at most once in a while for each issuer: a forger can cause no more. Returns whether it did. */
  readonly renew?: () => Promise<boolean>
}

/** Milliseconds between two requests of keys that tokens cause. */
const KEYS_COOLDOWN = 10_000
const KEYS_MAX_AGE = 3_600_000

/**
 * The keys of an authorization server, fetched on first use and cached. A token with an unknown key id has them fetched again, and so does
 * one whose signature fails: both together once in ten seconds.
 */
export function remoteKeys(
  provider: OAuthProvider,
  metadata: oauth.AuthorizationServer,
): ServerKeys | undefined {
  if (metadata.jwks_uri === undefined) return undefined
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    [joseFetch]: (url, { headers, method }) => provider.fetch(url, { headers, method }),
    cooldownDuration: Number.POSITIVE_INFINITY,
    cacheMaxAge: KEYS_MAX_AGE,
  })
  let reloadedAt = Number.NEGATIVE_INFINITY
  async function renew(): Promise<boolean> {
    // The pause counts from the last reload, and not from the first load: keys may change right after that.
    if (provider.clock() < reloadedAt + KEYS_COOLDOWN && !keys.reloading) return false
    reloadedAt = provider.clock()
    await keys.reload()
    return true
  }
  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await renew())) throw error
      return keys(header, token)
    }
  }
  return Object.assign(find, { renew })
}

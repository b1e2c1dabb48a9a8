import { createRemoteJWKSet, customFetch as joseFetch, errors, type JWTVerifyGetKey } from 'jose'
import type * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { hostKind } from '../../http/host-kind.ts'
import { OutboundError } from '../../http/outbound.ts'
import { isObject } from '../../kit/json.ts'

/** Endpoints of a document, each with the option that replaces it. */
const ENDPOINT_OPTIONS = {
  authorization_endpoint: '`authorization`',
  token_endpoint: '`token`',
  userinfo_endpoint: '`userinfo`',
  jwks_uri: undefined,
  pushed_authorization_request_endpoint: undefined,
  end_session_endpoint: undefined,
} as const

type Endpoint = keyof typeof ENDPOINT_OPTIONS

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
    ...Object.keys(ENDPOINT_OPTIONS).map(
      (name) => [name, 'text', typeof document[name] === 'string'] as const,
    ),
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

/** The option to set for an endpoint inside the network, for an error. */
function adviceFor(name: Endpoint): string {
  const option = ENDPOINT_OPTIONS[name]
  if (option !== undefined) return `set ${option} of the provider to it`
  return 'set `wellKnown` of the provider to the address that the document has inside the network'
}

/**
 * Refuses endpoints on this machine, in its private network, or at the metadata service of a cloud, where the issuer is public. An
 * issuer inside the network may name endpoints there, except for the metadata service.
 */
function checkHost(provider: OAuthProvider, name: Endpoint, url: string): void {
  if (!URL.canParse(url))
    throw documentError(provider, `has a \`${name}\` that is not an absolute URL.`)
  const { hostname } = new URL(url)
  const kind = hostKind(hostname)
  const hosts = ownHosts(provider)
  if (kind === 'public' || hosts.includes(hostname)) return
  if (kind === 'internal' && hosts.some((host) => hostKind(host) !== 'public')) return
  const where =
    kind === 'metadata'
      ? 'which gives a machine its secrets and is not a sign-in service'
      : 'which is this machine or inside a private network, while the issuer is public'
  throw documentError(
    provider,
    `names the host ${hostname} as \`${name}\`, ${where}. Nothing is sent there. If it is meant to be so, ${adviceFor(name)}.`,
  )
}

/**
 * Checks a discovery document before it is used (OpenID Connect Discovery 1.0, section 3). DocumentMembers that are `null` count as absent.
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
    members.filter(([name, value]) => value !== null && !replaced.has(name)),
  )
  const { issuer } = document
  if (typeof issuer !== 'string') throw documentError(provider, 'names no `issuer`.')
  checkTypes(provider, document)
  for (const [name, url] of Object.entries(document)) {
    // `checkTypes` has checked that endpoints are text.
    if (Object.hasOwn(ENDPOINT_OPTIONS, name)) checkHost(provider, name as Endpoint, String(url))
  }
  return { ...document, issuer }
}

/** Milliseconds between two requests of keys for unknown key ids. */
const KEYS_COOLDOWN = 10_000
const KEYS_MAX_AGE = 3_600_000

/** The keys of an authorization server, fetched on first use and cached. */
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
  let reloadedAt = Number.NEGATIVE_INFINITY
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      // The pause counts from the last reload, and not from the first load: keys may change right after that.
      const pausing = provider.clock() < reloadedAt + KEYS_COOLDOWN && !keys.reloading
      if (!(error instanceof errors.JWKSNoMatchingKey) || pausing) throw error
      reloadedAt = provider.clock()
      await keys.reload()
      return keys(header, token)
    }
  }
}

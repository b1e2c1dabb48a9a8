import { createRemoteJWKSet, customFetch as joseFetch, errors, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../config/providers.ts'
import { OutboundError } from '../http/outbound.ts'
import type { StaleWhileRevalidate } from '../http/stale-while-revalidate.ts'
import { isObject } from '../json.ts'
import { readDocument } from './discovery-document.ts'

/** What is known of an authorization server: its metadata, and its keys where it signs. */
export interface Server {
  readonly metadata: oauth.AuthorizationServer
  readonly keys?: JWTVerifyGetKey
  /** Nobody says who the issuer is; the one of the metadata is made up. */
  readonly issuerUnknown?: true
}

/** Milliseconds between two look-ups of keys for unknown key ids. */
const KEYS_COOLDOWN = 10_000
const KEYS_MAX_AGE = 3_600_000

/** Options of every request made through `oauth4webapi`; https is enforced by the provider's own `fetch`. */
export function requestOptions(
  { fetch }: OAuthProvider,
  dpop?: oauth.DPoPHandle,
): {
  readonly [oauth.customFetch]: (url: string, options: object) => Promise<Response>
  readonly [oauth.allowInsecureRequests]: true
  readonly DPoP?: oauth.DPoPHandle
} {
  return {
    ...(dpop ? { DPoP: dpop } : {}),
    // The library's own options type differs from `RequestInit` only in admitting explicit `undefined`.
    [oauth.customFetch]: (url, options) => fetch(url, options as RequestInit),
    [oauth.allowInsecureRequests]: true,
  }
}

async function fetchDocument(provider: OAuthProvider, url: string): Promise<unknown> {
  const response = await provider.fetch(url, { headers: { accept: 'application/json' } })
  const document: unknown = response.status === 200 ? await response.json() : undefined
  if (isObject(document) && 'issuer' in document) return document
  throw new OutboundError(
    `${url} did not answer with a discovery document (HTTP ${response.status}).`,
  )
}

/** OpenID Connect Discovery 1.0, section 4. The issuer of the document is compared as a string, with nothing forgiven. */
async function discover(provider: OAuthProvider): Promise<oauth.AuthorizationServer> {
  const { issuer, wellKnown, ...config } = provider.config
  const url = wellKnown ?? `${(issuer ?? '').replace(/\/$/, '')}/.well-known/openid-configuration`
  const replaced = new Set(Object.keys(configured(provider)).filter((name) => name !== 'issuer'))
  const document = readDocument(provider, await fetchDocument(provider, url), replaced)
  const accepted = [issuer, 'discoveryIssuer' in config ? config.discoveryIssuer : undefined]
  if (issuer === undefined || accepted.includes(document.issuer)) return document
  throw new OutboundError(
    `The issuer is configured as "${issuer}", but its discovery document says "${document.issuer}". They have to be equal, down to a slash at the end.`,
  )
}

/** Endpoints the configuration names win over discovered ones. */
function configured({
  authorization,
  token,
  userinfo,
  config,
}: OAuthProvider): Partial<oauth.AuthorizationServer> {
  return {
    ...(config.issuer === undefined ? {} : { issuer: config.issuer }),
    ...(authorization.url === undefined ? {} : { authorization_endpoint: authorization.url }),
    ...(token.url === undefined ? {} : { token_endpoint: token.url }),
    ...(userinfo.url === undefined ? {} : { userinfo_endpoint: userinfo.url }),
  }
}

function needsDiscovery(provider: OAuthProvider): boolean {
  const { kind, authorization, token, userinfo, config } = provider
  const known = authorization.url !== undefined && token.url !== undefined
  // Where requests are pushed to is known from nowhere else.
  if (kind === 'oidc' || !known || config.pushedAuthorizationRequests) return true
  return userinfo.url === undefined && userinfo.request === undefined
}

function remoteKeys(
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

async function load(provider: OAuthProvider, previous: Server | undefined): Promise<Server> {
  if (!needsDiscovery(provider)) {
    // Without an issuer, the origin of the authorization endpoint serves as one.
    const issuer = new URL(provider.authorization.url ?? '').origin
    const metadata = { issuer, ...configured(provider) }
    return provider.config.issuer === undefined ? { metadata, issuerUnknown: true } : { metadata }
  }
  const discovered = await discover(provider)
  // The issuer is the one of the document, which has been compared with the configured one.
  const { issuer: _, ...endpoints } = configured(provider)
  const metadata = { ...discovered, ...endpoints }
  const same = previous?.metadata.jwks_uri === metadata.jwks_uri
  const keys = same ? previous?.keys : remoteKeys(provider, metadata)
  return keys ? { metadata, keys } : { metadata }
}

/**
 * What is known of the authorization server of a provider. Discovered once, then renewed in the background.
 *
 * @throws Error when it cannot be reached or its document does not verify
 */
export async function loadServer(provider: OAuthProvider): Promise<Server> {
  // Only this function fills it, so what was remembered is a server.
  const remembered = provider.server as StaleWhileRevalidate<Server>
  return remembered.get((previous) => load(provider, previous))
}

/**
 * The client as `oauth4webapi` has it (RFC 7591, section 2). That knows only the clock of the machine, so times are compared
 * here, with ours, and its own comparisons are given all the time there is.
 */
export function toClient({ clientId, config }: OAuthProvider): oauth.Client {
  const { default_max_age: _, ...client } = config.client ?? {}
  return { client_id: clientId, ...client, [oauth.clockTolerance]: Number.MAX_SAFE_INTEGER }
}

/** Seconds that the clock of a provider may differ by, where the configuration says so. */
export function clockTolerance({ config }: OAuthProvider): number | undefined {
  return 'clockTolerance' in config ? config.clockTolerance : undefined
}

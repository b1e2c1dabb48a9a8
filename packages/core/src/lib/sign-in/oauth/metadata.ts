import type * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'
import { asError } from '../../errors/auth-error.ts'
import { OutboundError } from '../../http/outbound.ts'
import type { StaleWhileRevalidate } from '../../http/stale-while-revalidate.ts'
import { sameIssuer } from '../../kit/issuer.ts'
import { isObject } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { ServerKeys } from './discovery-document.ts'

/** An authorization server: its metadata, and its keys where it signs. */
export interface Server {
  readonly metadata: oauth.AuthorizationServer
  readonly keys?: ServerKeys
  /** The configuration names no issuer; that of the metadata is a placeholder. */
  readonly issuerUnknown?: true
}

// Not loaded where the configuration names all endpoints.
const discovery = lazy(() => import('./discovery-document.ts'))

async function fetchDocument(provider: OAuthProvider, url: string): Promise<unknown> {
  const response = await provider.fetch(url, { headers: { accept: 'application/json' } })
  const document: unknown = response.status === 200 ? await response.json() : undefined
  if (isObject(document) && 'issuer' in document) return document
  const { status } = response
  throw new OutboundError(`${url} did not answer with a discovery document (HTTP ${status}).`, {
    facts: { status, discovery: true },
  })
}

/** Endpoints of the configuration, which replace discovered ones. */
function configuredEndpoints({
  authorization,
  token,
  userinfo,
}: OAuthProvider): Partial<oauth.AuthorizationServer> {
  return {
    ...(authorization.url === undefined ? {} : { authorization_endpoint: authorization.url }),
    ...(token.url === undefined ? {} : { token_endpoint: token.url }),
    ...(userinfo.url === undefined ? {} : { userinfo_endpoint: userinfo.url }),
  }
}

function needsDiscovery(provider: OAuthProvider): boolean {
  const { kind, authorization, token, userinfo, config } = provider
  const known = authorization.url !== undefined && token.url !== undefined
  // Only the document has the endpoint for pushed requests.
  if (kind === 'oidc' || !known || config.pushedAuthorizationRequests) return true
  return userinfo.url === undefined && userinfo.request === undefined
}

/** Whether a discovery document of the provider may state this issuer: the configured one, or another that the service has. */
function mayState({ config }: OAuthProvider, stated: string, configured: string): boolean {
  if (sameIssuer(stated, configured)) return true
  const aliases = 'issuerAliases' in config ? config.issuerAliases : undefined
  if (aliases?.includes(stated)) return true
  const discoveryIssuer = 'discoveryIssuer' in config ? config.discoveryIssuer : undefined
  if (typeof discoveryIssuer === 'function') return discoveryIssuer(stated, configured)
  return sameIssuer(stated, discoveryIssuer)
}

/** OpenID Connect Discovery 1.0, section 4. The document has to be of the same issuer. */
async function discover(
  provider: OAuthProvider,
  own: Partial<oauth.AuthorizationServer>,
): Promise<oauth.AuthorizationServer> {
  const { issuer, wellKnown } = provider.config
  const url = wellKnown ?? `${(issuer ?? '').replace(/\/$/, '')}/.well-known/openid-configuration`
  const given = await fetchDocument(provider, url)
  const { readDocument } = await discovery()
  const document = readDocument(provider, given, new Set(Object.keys(own)))
  if (issuer === undefined || mayState(provider, document.issuer, issuer)) return document
  throw new OutboundError(
    `The issuer is configured as "${issuer}", but its discovery document says "${document.issuer}". They have to be equal, down to a slash at the end of a path.`,
  )
}

async function resolveServer(
  provider: OAuthProvider,
  previous: Server | undefined,
): Promise<Server> {
  const { issuer } = provider.config
  const endpoints = configuredEndpoints(provider)
  if (!needsDiscovery(provider)) {
    if (issuer !== undefined) return { metadata: { issuer, ...endpoints } }
    // Without an issuer, the origin of the authorization endpoint is the placeholder.
    const { origin } = new URL(provider.authorization.url ?? '')
    return { metadata: { issuer: origin, ...endpoints }, issuerUnknown: true }
  }
  const metadata = { ...(await discover(provider, endpoints)), ...endpoints }
  const same = previous?.metadata.jwks_uri === metadata.jwks_uri
  const { remoteKeys } = await discovery()
  const keys = same ? previous?.keys : remoteKeys(provider, metadata)
  return keys ? { metadata, keys } : { metadata }
}

/**
 * The authorization server of a provider. Discovered once, then renewed in the background.
 *
 * @throws Error when it cannot be reached or its document is refused
 */
export async function loadServer(provider: OAuthProvider): Promise<Server> {
  // Only this function fills the cache, so that it holds servers.
  const cached = provider.server as StaleWhileRevalidate<Server>
  const { id, clock, warn } = provider
  return cached.get(
    (previous) => resolveServer(provider.original ?? provider, previous),
    (cause) =>
      warn(
        `The discovery document of "${id}" could not be renewed at ${new Date(clock()).toISOString()}, and the last good one is used for at most a day from when it was fetched: ${asError(cause).message}`,
      ),
  )
}

/** Seconds that the clock of a provider may differ by, where the configuration says so. */
export function clockTolerance({ config }: OAuthProvider): number | undefined {
  return 'clockTolerance' in config ? config.clockTolerance : undefined
}

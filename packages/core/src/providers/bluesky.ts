import { mark } from '../lib/provider-kit/marks/bluesky.ts'
import { readJsonObject, type JsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { TokenSet } from '../lib/types/account.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The public profile, as `app.bsky.actor.getProfile` answers. */
export interface BlueskyProfile {
  /** The account; it stays the same when the handle changes or the account moves to another server. */
  readonly did: string
  /** A domain name; it can change and then be taken by another person. */
  readonly handle?: string
  readonly displayName?: string
  readonly description?: string
  /** Address of the avatar. */
  readonly avatar?: string
  readonly banner?: string
  readonly createdAt?: string
  readonly [member: string]: unknown
}

const profileUrl = 'https://public.api.bsky.app/xrpc/app.bsky.actor.getProfile'

const hostName = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i
const reserved = /\.(?:alt|arpa|internal|invalid|local|localhost|onion)$/i

/** A host on the public network: people choose these, and a server should not be led to its neighbours. */
function isPublic(host: string): boolean {
  return hostName.test(host) && !reserved.test(host)
}

/** Where the document of a DID is: those of the methods that the AT Protocol admits. */
function documentUrl(did: string): string {
  if (/^did:plc:[a-z2-7]{24}$/.test(did)) return `https://plc.directory/${did}`
  const [, host = ''] = /^did:web:([^:]+)$/.exec(did) ?? []
  if (isPublic(host)) return `https://${host}/.well-known/did.json`
  throw new Error(`${JSON.stringify(did)} is not a DID of the AT Protocol`)
}

interface ServerEntry {
  readonly serviceEndpoint: string
}

function isServerEntry(entry: unknown, did: string): entry is ServerEntry {
  if (typeof entry !== 'object' || entry === null) return false
  const { id, type, serviceEndpoint }: Record<string, unknown> = { ...entry }
  const named = id === '#atproto_pds' || id === `${did}#atproto_pds`
  return named && type === 'AtprotoPersonalDataServer' && typeof serviceEndpoint === 'string'
}

/** The personal data server that the document of a DID names. */
function findDataServer(document: JsonObject, did: string): string {
  const { id, service } = document
  const entries: readonly unknown[] = Array.isArray(service) ? service : []
  const entry = entries.find((one): one is ServerEntry => isServerEntry(one, did))
  const url = entry && URL.canParse(entry.serviceEndpoint) ? new URL(entry.serviceEndpoint) : null
  if (id === did && url?.protocol === 'https:' && isPublic(url.hostname)) return url.origin
  throw new Error(`The document of ${did} names no personal data server`)
}

/**
 * Whether the authorization server may speak for an account: the document of the DID names a data server, and that names
 * the authorization server. Without this check, any authorization server could speak for any account.
 */
async function verifySubject(did: string, issuer: string, fetch: Fetch): Promise<void> {
  const headers = { accept: 'application/json' }
  const document = await readJsonObject(did, await fetch(documentUrl(did), { headers }))
  const dataServer = findDataServer(document, did)
  const url = `${dataServer}/.well-known/oauth-protected-resource`
  const resource = await readJsonObject(dataServer, await fetch(url, { headers }))
  const servers: unknown = resource['authorization_servers']
  if (Array.isArray(servers) && servers.length === 1 && servers[0] === issuer) return
  throw new Error(`${issuer} is not the authorization server of ${did}`)
}

function requireSubject(tokens: TokenSet): string {
  const { scope = '', sub } = tokens
  if (scope.split(' ').includes('atproto') && typeof sub === 'string') return sub
  throw new Error('The token response has no `sub`, or is without the scope `atproto`')
}

async function requestProfile(
  tokens: TokenSet,
  issuer: string,
  fetch: Fetch,
): Promise<BlueskyProfile> {
  const did = requireSubject(tokens)
  await verifySubject(did, issuer.replace(/\/$/, ''), fetch)
  const response = await fetch(`${profileUrl}?actor=${encodeURIComponent(did)}`)
  // An account of the AT Protocol does not have to have a profile at Bluesky.
  if (response.status === 400 || response.status === 404) return { did }
  const profile = await readJsonObject('Bluesky', response)
  if (profile['did'] !== did) throw new Error('Bluesky answered with the profile of another user')
  return { ...profile, did }
}

/**
 * Sign-in with Bluesky, by OAuth for the AT Protocol: pushed requests, and tokens that are bound to a key.
 *
 * There is nowhere to register. The `clientId` is the https address of a JSON document that the application serves, with
 * status 200 and the content type `application/json`, on the origin of its redirect URI:
 *
 * ```json
 * {
 *   "client_id": "https://app.example.com/oauth-client-metadata.json",
 *   "client_name": "Example",
 *   "client_uri": "https://app.example.com",
 *   "redirect_uris": ["https://app.example.com/auth/callback/bluesky"],
 *   "scope": "atproto",
 *   "grant_types": ["authorization_code"],
 *   "response_types": ["code"],
 *   "token_endpoint_auth_method": "none",
 *   "application_type": "web",
 *   "dpop_bound_access_tokens": true
 * }
 * ```
 *
 * A client with a key has `"token_endpoint_auth_method": "private_key_jwt"`, `"token_endpoint_auth_signing_alg": "ES256"`
 * and `jwks` there, and `token.clientPrivateKey` in the options. On one's own machine the client id is `http://localhost`
 * with the redirect URI, which has to be on `127.0.0.1`, and the scope in its query.
 *
 * People whose account is on a server of Bluesky sign in; `issuer` names another authorization server in place of
 * `https://bsky.social`. That it is the one for the account is verified by the account's DID, which is also the id. There
 * is not an email address. To preselect an account, pass its handle as `login_hint` when the sign-in starts.
 *
 * Environment: `AUTH_BLUESKY_ID`, `AUTH_BLUESKY_ISSUER`.
 *
 * @param options - overrides of any member
 * @see https://atproto.com/specs/oauth
 *
 * @example
 * ```ts
 * import Bluesky from '@latchstring/core/providers/bluesky'
 *
 * export const providers = [
 *   Bluesky({ clientId: 'https://app.example.com/oauth-client-metadata.json' }),
 * ]
 * ```
 */
export default function Bluesky(
  options: OAuthUserConfig<BlueskyProfile> = {},
): OAuth2Config<BlueskyProfile> {
  return {
    id: 'bluesky',
    name: 'Bluesky',
    type: 'oauth',
    issuer: 'https://bsky.social',
    wellKnown: '{issuer}/.well-known/oauth-authorization-server',
    authorization: { params: { scope: 'atproto' } },
    userinfo: {
      request: ({ tokens, provider, fetch }) =>
        requestProfile(tokens, provider.issuer ?? '', fetch),
    },
    pushedAuthorizationRequests: true,
    dpop: true,
    profile: ({ did, handle, displayName, avatar }) => ({
      ...(typeof did === 'string' && { id: did }),
      // Bluesky's name for an account whose handle does not resolve to it.
      name: text(displayName) || (handle === 'handle.invalid' ? null : text(handle)),
      email: null,
      image: text(avatar),
      emailVerified: false,
    }),
    style: { bg: '#1185fe', text: '#fff', mark },
    options,
  }
}

import * as oauth from 'oauth4webapi'
import { providerVariable } from '../../config/env.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { OAuthCallbackError } from '../../errors/classes.ts'
import { readJson } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { TokenSet } from '../../types/account.ts'
import type { VerifiedClaims } from './id-token.ts'
import type { Exchange } from './token-request.ts'

// Only OpenID Connect has ID tokens.
const idTokens = lazy(() => import('./id-token.ts'))

/** Longest lifetime of an access token that is believed, in seconds: ten years. */
const MAX_EXPIRES_IN = 315_360_000

/** How far away an expiry is believed that the service states itself, in seconds: a hundred years. */
const MAX_EXPIRES_AT = 3_153_600_000

/** Members of an account that the library writes, and a name that is none. */
const OWN: ReadonlySet<string> = new Set([
  'provider',
  'providerAccountId',
  'type',
  'userId',
  '__proto__',
])

/** Members that mean something to the library or to adapters, each with what it has to be. */
const EXPECTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  expires_in: (value) =>
    typeof value === 'number' ? value >= 0 : typeof value === 'string' && /^\d{1,15}$/.test(value),
  expires_at: (value) => Number.isSafeInteger(value),
  session_state: (value) => typeof value === 'string',
  authorization_details: (value) => Array.isArray(value),
}

function isKept([name, value]: readonly [string, unknown]): boolean {
  if (OWN.has(name)) return false
  const expected = Object.hasOwn(EXPECTED, name) ? EXPECTED[name] : undefined
  return expected?.(value) ?? true
}

/**
 * A token response without what a service has no say in: whose the account is, and times that are none. Without OpenID
 * Connect, an ID token that comes along is neither verified nor used, so it is left out as well.
 */
export async function withoutForeign(
  response: Response,
  kind: 'oauth' | 'oidc',
): Promise<Response> {
  if (response.status !== 200) return response
  const members = Object.entries(await readJson(response))
  const kept = members.filter(isKept).filter(([name]) => kind === 'oidc' || name !== 'id_token')
  if (kept.length === members.length) return response
  const { status, headers } = response
  return new Response(JSON.stringify(Object.fromEntries(kept)), { status, headers })
}

/**
 * The tokens with the moment at which the access token expires: counted from its lifetime, else as the service says.
 *
 * @param result - a token response that has been checked
 * @param now - seconds since the epoch
 */
export function withExpiry(result: Readonly<Record<string, unknown>>, now: number): TokenSet {
  const { expires_at: stated, ...members } = result
  // Members with a meaning have been checked; further ones are JSON.
  const tokens = members as TokenSet
  const { expires_in: lifetime } = tokens
  if (lifetime !== undefined && lifetime > 0 && lifetime < MAX_EXPIRES_IN) {
    return { ...tokens, expires_at: Math.floor(now + lifetime) }
  }
  // Milliseconds would be further away than anybody means.
  const meant = typeof stated === 'number' && stated > 0 && stated < now + MAX_EXPIRES_AT
  return meant ? { ...tokens, expires_at: stated } : tokens
}

/** For the message when the token endpoint refuses: why that may be, where the client had nothing to authenticate with. */
export function withoutSecret({ id, config, token }: OAuthProvider): string {
  const { client, clientSecret } = config
  if (clientSecret || token.clientPrivateKey || client?.token_endpoint_auth_method) return ''
  const variable = providerVariable(id, 'clientSecret')
  return ` The provider has no \`clientSecret\`, so it was asked as a public client; if it has one, set it, or ${variable}.`
}

/** The token endpoint did not take the code (RFC 6749, section 5.2). */
function refusedCode(
  provider: OAuthProvider,
  details: { readonly error: string; readonly status: number; readonly err?: Error },
): OAuthCallbackError {
  const message = `The token endpoint of "${provider.id}" refused the code.`
  return new OAuthCallbackError(`${message}${withoutSecret(provider)}`, details)
}

/** An error counts also where the status does not say so and a token stands beside it. */
function refuseError(
  provider: OAuthProvider,
  status: number,
  { error }: Readonly<Record<string, unknown>>,
): void {
  if (status !== 200 || typeof error !== 'string' || error === '') return
  throw refusedCode(provider, { error, status })
}

/**
 * The token is of the type that was asked for: with DPoP, a server that does not know it answers with a token that anybody
 * could use (RFC 9449, section 5); without, one that is bound to a key is of no use.
 */
function requireType({ id, config }: OAuthProvider, { token_type: type }: TokenSet): void {
  if (type === (config.dpop ? 'dpop' : 'bearer')) return
  throw new OAuthCallbackError(
    config.dpop
      ? `The token of "${id}" is not bound to the key of the sign-in. Set \`dpop: false\` if the service does not support DPoP.`
      : `The token of "${id}" is bound to a key that this server does not have: its type is not Bearer. Set \`dpop: true\` if the service asks for DPoP.`,
  )
}

/** What was returned for a code, verified. */
interface VerifiedTokens {
  readonly tokens: TokenSet
  /** Claims of the ID token; with OpenID Connect. */
  readonly claims?: VerifiedClaims
}

/**
 * Checks a token response (RFC 6749, section 5) and, with OpenID Connect, the ID token in it (OpenID Connect Core 1.0, section
 * 3.1.3).
 *
 * @param now - seconds since the epoch
 * @throws OAuthCallbackError when the code was refused, or the ID token does not hold
 * @throws Error when anything else does not hold
 */
export async function verifyTokens(
  provider: OAuthProvider,
  given: Response,
  { server, client, transaction, parameters }: Exchange,
  now: number,
): Promise<VerifiedTokens> {
  const oidc = provider.kind === 'oidc'
  const response = await withoutForeign(given, provider.kind)
  const members = await readJson(response)
  refuseError(provider, response.status, members)
  const { id_token: idToken, access_token: accessToken } = members
  const context = { accessToken, code: parameters.get('code'), transaction, now }
  const claims =
    oidc && response.status === 200 && typeof idToken === 'string'
      ? await (await idTokens()).verifyIdToken(provider, server, idToken, context)
      : undefined
  const issuer = claims
    ? (await idTokens()).expectedIssuer(provider, server, claims)
    : server.metadata.issuer
  const { nonce } = transaction
  const options = { requireIdToken: true, ...(nonce === undefined ? {} : { expectedNonce: nonce }) }
  const metadata = { ...server.metadata, issuer }
  const result = await oauth
    .processAuthorizationCodeResponse(metadata, client, response, oidc ? options : {})
    .catch((err: unknown) => {
      if (!(err instanceof oauth.ResponseBodyError)) throw err
      throw refusedCode(provider, { err, error: err.error, status: err.status })
    })
  const tokens = withExpiry(result, now)
  requireType(provider, tokens)
  return { tokens, ...(claims ? { claims } : {}) }
}

import type { TokenSet } from '../types/account.ts'
import { readJson } from '../json.ts'

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

import { createRemoteJWKSet, customFetch as joseFetch, errors, type JWTVerifyGetKey } from 'jose'
import type * as oauth from 'oauth4webapi'
import type { OAuthProvider } from '../../config/providers.ts'

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

import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** Claims of the access token, which is a JWT. */
export interface EVEOnlineProfile {
  /** `CHARACTER:EVE:` and the id of the character. */
  readonly sub: string
  /** Name of the character. */
  readonly name?: string
  /** Changes when the character moves to another account. */
  readonly owner?: string
  /** Granted scopes: a list, or the only one. */
  readonly scp?: readonly string[] | string
  /** `tranquility` is the public server. */
  readonly tenant?: string
  readonly tier?: string
  readonly region?: string
  readonly azp?: string
  readonly [claim: string]: unknown
}

// The documentation states both.
const issuers = ['https://login.eveonline.com', 'login.eveonline.com']

async function verifyAccessToken(
  token: string,
  clientId: string,
  fetch: Fetch,
): Promise<EVEOnlineProfile> {
  const keys = createRemoteJWKSet(new URL('https://login.eveonline.com/oauth/jwks'), {
    [joseFetch]: (url, { headers, method }) => fetch(url, { headers, method }),
  })
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['RS256', 'ES256'],
    issuer: issuers,
    audience: 'EVE Online',
    requiredClaims: ['sub', 'exp'],
  })
  const { sub, aud } = payload
  // Every application's token is meant for EVE Online; only this one's is meant for this application, too.
  if (sub === undefined || !Array.isArray(aud) || !aud.includes(clientId)) {
    throw new Error('EVE Online issued the access token to another application')
  }
  return { ...payload, sub }
}

function characterId(sub: unknown): string | undefined {
  return typeof sub === 'string' ? /^CHARACTER:EVE:(\d+)$/.exec(sub)?.[1] : undefined
}

/**
 * Sign-in with EVE Online.
 *
 * The user is a character, not a person: a person with three characters has three accounts here. A character can be
 * sold; compare `profile.owner` with what was stored in the `signIn` callback where that matters. There is no email
 * address.
 *
 * Environment: `AUTH_EVEONLINE_ID`, `AUTH_EVEONLINE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.eveonline.com/docs/services/sso/
 *
 * @example
 * ```ts
 * import EVEOnline from '@latchstring/core/providers/eveonline'
 *
 * const scope = 'publicData esi-skills.read_skills.v1'
 * export const providers = [EVEOnline({ authorization: { params: { scope } } })]
 * ```
 */
export default function EVEOnline(
  options: OAuthUserConfig<EVEOnlineProfile> = {},
): OAuth2Config<EVEOnlineProfile> {
  return {
    id: 'eveonline',
    name: 'EVE Online',
    type: 'oauth',
    authorization: {
      url: 'https://login.eveonline.com/v2/oauth/authorize',
      params: { scope: 'publicData' },
    },
    token: { url: 'https://login.eveonline.com/v2/oauth/token' },
    userinfo: {
      request: ({ tokens, provider, fetch }) =>
        verifyAccessToken(tokens.access_token ?? '', provider.clientId ?? '', fetch),
    },
    profile: ({ sub, name }) => {
      const id = characterId(sub)
      return {
        ...(id !== undefined && { id }),
        name: text(name),
        email: null,
        image:
          id === undefined ? null : `https://images.evetech.net/characters/${id}/portrait?size=128`,
        emailVerified: null,
      }
    },
    style: { bg: '#000', text: '#fff' },
    options,
  }
}

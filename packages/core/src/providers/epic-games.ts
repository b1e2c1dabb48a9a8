import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The answer of Epic's userinfo endpoint. */
export interface EpicGamesProfile {
  /** The Epic account id. */
  readonly sub: string
  /** Display name; it can be changed. */
  readonly preferred_username?: string
  readonly name?: string
  readonly [claim: string]: unknown
}

/** HTTP Basic with id and secret as they are: Epic does not decode them, as RFC 6749, section 2.3.1, has it. */
async function send({
  url,
  parameters,
  clientId,
  clientSecret = '',
  fetch,
}: TokenRequest): Promise<Response> {
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`
  return fetch(url, { method: 'POST', headers: { authorization }, body: parameters })
}

/**
 * Sign-in with Epic Games.
 *
 * The application in Epic Account Services needs the permission "Basic Profile" and a client of the type that is for web
 * servers. Until Epic has reviewed its brand, only members of the organisation can sign in. There is neither email address
 * nor picture.
 *
 * Environment: `AUTH_EPIC_GAMES_ID`, `AUTH_EPIC_GAMES_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://dev.epicgames.com/docs/web-api-ref/authentication
 *
 * @example
 * ```ts
 * import EpicGames from '@latchstring/core/providers/epic-games'
 *
 * const scope = 'basic_profile friends_list'
 * export const providers = [EpicGames({ authorization: { params: { scope } } })]
 * ```
 */
export default function EpicGames<P extends EpicGamesProfile = EpicGamesProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'epic-games',
    name: 'Epic Games',
    type: 'oauth',
    authorization: {
      url: 'https://www.epicgames.com/id/authorize',
      params: { scope: 'basic_profile' },
    },
    token: { url: 'https://api.epicgames.dev/epic/oauth/v2/token', send },
    userinfo: { url: 'https://api.epicgames.dev/epic/oauth/v2/userInfo' },
    profile: standardUser,
    style: { bg: '#313131', text: '#fff' },
    options,
  }
}

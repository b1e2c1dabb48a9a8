import { mark } from '../lib/provider-kit/marks/battledotnet.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Issuers of Battle.net: the one of the world, the one of China, and what they were called before. */
export type BattleNetIssuer =
  | 'https://oauth.battle.net'
  | 'https://oauth.battlenet.com.cn'
  | 'https://www.battlenet.com.cn/oauth'
  | `https://${'us' | 'eu' | 'kr' | 'tw'}.battle.net/oauth`

/** Claims of an ID token of Battle.net. */
export interface BattleNetProfile {
  /** Id of the account. */
  readonly sub: string
  /** Name and number, such as `Krog#1234`; it can change. */
  readonly battle_tag?: string | null
  /** The same, in the answer of the userinfo endpoint. */
  readonly battletag?: string | null
  readonly [claim: string]: unknown
}

/** Options of {@link BattleNet}. */
export type BattleNetOptions<P> = Omit<OIDCUserConfig<P>, 'issuer'> & {
  /** Default: `https://oauth.battle.net`. Any string is taken; editors propose the known ones. */
  readonly issuer?: BattleNetIssuer | (string & Record<never, never>)
}

/**
 * Sign-in with Battle.net.
 *
 * Battle.net gives out no address and no picture; the name is the BattleTag. For accounts in China set `issuer` to
 * `https://oauth.battlenet.com.cn`.
 *
 * Environment: `AUTH_BATTLENET_ID`, `AUTH_BATTLENET_SECRET`, `AUTH_BATTLENET_ISSUER`.
 *
 * @param options - overrides of any member
 * @see https://develop.battle.net/documentation/guides/using-oauth
 *
 * @example
 * ```ts
 * import BattleNet from '@latchstring/core/providers/battlenet'
 *
 * export const providers = [
 *   BattleNet({ authorization: { params: { scope: 'openid wow.profile' } } }),
 * ]
 * ```
 */
export default function BattleNet<P extends BattleNetProfile = BattleNetProfile>(
  options: BattleNetOptions<P> = {},
): OIDCConfig<P> {
  return {
    id: 'battlenet',
    name: 'Battle.net',
    type: 'oidc',
    issuer: 'https://oauth.battle.net',
    // The other scopes are of games; `profile` and `email` do not exist.
    authorization: { params: { scope: 'openid' } },
    profile: (profile) => ({
      ...(typeof profile.sub === 'string' && { id: profile.sub }),
      name: text(profile.battle_tag) ?? text(profile.battletag),
      email: null,
      image: null,
      emailVerified: null,
    }),
    style: { bg: '#148eff', text: '#fff', mark },
    options,
  }
}

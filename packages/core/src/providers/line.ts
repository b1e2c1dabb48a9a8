import { mark } from '../lib/provider-kit/marks/line.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of LINE. */
export interface LineProfile {
  /** Id of the person, the same in all channels of one LINE provider. */
  readonly sub: string
  /** Display name. */
  readonly name?: string
  /** Address of the picture. */
  readonly picture?: string
  /** Only for channels that were permitted to ask for it. */
  readonly email?: string
  /** Ways of authentication: `pwd`, `lineautologin`, `lineqr`, `linesso`, `mfa`. */
  readonly amr?: readonly string[]
  readonly [claim: string]: unknown
}

/**
 * Sign-in with LINE.
 *
 * The ID token of a web login is signed with the channel secret (HS256), although the discovery document of LINE names
 * ES256 alone. For the address, apply for the permission in the LINE Developers Console; without it the claim is missing.
 * LINE does not say whether the address is verified.
 *
 * Environment: `AUTH_LINE_ID`, `AUTH_LINE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/
 *
 * @example
 * ```ts
 * import LINE from '@latchstring/core/providers/line'
 *
 * export const providers = [LINE({ authorization: { params: { bot_prompt: 'normal' } } })]
 * ```
 */
export default function LINE<P extends LineProfile = LineProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'line',
    name: 'LINE',
    type: 'oidc',
    issuer: 'https://access.line.me',
    client: {
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'HS256',
    },
    profile: standardUser,
    style: { bg: '#00C300', text: '#fff', mark },
    options,
  }
}

import { mark } from '../lib/provider-kit/marks/dropbox.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Dropbox. */
export interface DropboxOIDCProfile extends StandardClaims {
  /** The account id, such as `dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc`. */
  readonly sub: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  /** Whether the person verified the address. */
  readonly email_verified?: boolean
  /** Id of the team; with a Dropbox Business account. */
  readonly 'dropbox:team_id'?: string
}

/**
 * Sign-in with Dropbox by OpenID Connect.
 *
 * The app needs the permissions `openid`, `profile` and `email`; one that has `account_info.read` alone goes on with the
 * provider `dropbox`. The account id is the same in both: pass `id: 'dropbox'` to keep accounts. `emailVerified` is what
 * Dropbox says of the address. There is no picture, and no refresh token.
 *
 * Environment: `AUTH_DROPBOX_OIDC_ID`, `AUTH_DROPBOX_OIDC_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.dropbox.com/oidc-guide
 *
 * @example
 * ```ts
 * import DropboxOIDC from '@latchstring/core/providers/dropbox-oidc'
 *
 * export const providers = [DropboxOIDC({ id: 'dropbox' })]
 * ```
 */
export default function DropboxOIDC<P extends DropboxOIDCProfile = DropboxOIDCProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'dropbox-oidc',
    name: 'Dropbox',
    type: 'oidc',
    issuer: 'https://www.dropbox.com',
    // The ID tokens of Dropbox have no nonce.
    checks: ['pkce', 'state'],
    profile: (claims) => ({
      ...standardUser(claims),
      name: joinNames(claims.given_name, claims.family_name),
    }),
    style: { brandColor: '#0061fe', mark },
    options,
  }
}

import type { NameClaims } from '../lib/provider-kit/profile/standard-claims.ts'
import { mark } from '../lib/provider-kit/marks/authentik.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of authentik. */
export interface AuthentikProfile extends NameClaims {
  /** The user; what it is made of is a setting of the provider in authentik. */
  readonly sub: string
  readonly nickname?: string
  /** The user name. */
  readonly preferred_username?: string
  readonly email?: string
  /** From the scope mapping for `email`: before authentik 2025.10, `true` for every address. */
  readonly email_verified?: boolean
  /** Address of the picture, where a scope mapping adds it. */
  readonly picture?: string
  readonly groups?: readonly string[]
}

/**
 * Sign-in with authentik.
 *
 * `issuer` is what authentik shows as "OpenID Configuration Issuer", **with the slash at the end**:
 * `https://sso.example.com/application/o/my-app/`. Issuers are compared character by character. When the issuer mode of
 * the provider is "same identifier", the issuer is `https://sso.example.com/`, and `wellKnown` has to name the
 * discovery document: `https://sso.example.com/application/o/my-app/.well-known/openid-configuration`.
 *
 * Choose no encryption key for the provider: encrypted ID tokens are not read. With a signing key of another kind than RSA and EC,
 * or without one, ID tokens are signed with the client secret: set `client.id_token_signed_response_alg` to `HS256`.
 *
 * `emailVerified` is never true, because authentik verifies no addresses. Where a scope mapping of your own says what
 * is proven, replace `profile`.
 *
 * Environment: `AUTH_AUTHENTIK_ID`, `AUTH_AUTHENTIK_SECRET`, `AUTH_AUTHENTIK_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 *
 * @example
 * ```ts
 * import Authentik from '@latchstring/core/providers/authentik'
 *
 * export const providers = [Authentik({ issuer: 'https://sso.example.com/application/o/my-app/' })]
 * ```
 */
export default function Authentik<P extends AuthentikProfile = AuthentikProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'authentik',
    name: 'Authentik',
    type: 'oidc',
    requires: ['issuer'],
    profile: (profile) => ({
      id: profile.sub,
      name: profile.name ?? profile.nickname ?? profile.preferred_username ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
      // The claim is a constant, unless an administrator replaced the scope mapping.
      emailVerified: false,
    }),
    style: { brandColor: '#fd4b2d', mark },
    options,
  }
}

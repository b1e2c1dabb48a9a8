import { mark } from '../lib/provider-kit/marks/auth0.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Auth0. */
export interface Auth0Profile {
  /** Connection and id, for example `auth0|5f7c8ec7c33c6c004bbafe82`. */
  readonly sub: string
  readonly name?: string
  readonly nickname?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  /** From the connection; the administrator of an enterprise connection decides. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string
  readonly updated_at?: string
  readonly [claim: string]: unknown
}

/** Connections that prove addresses, as the subject begins with them. */
const proving = /^(?:auth0|email|apple|github|google-oauth2)\|/

/**
 * Sign-in with Auth0.
 *
 * `issuer` is the domain of the tenant, or a custom domain, as a URL: `https://tenant.eu.auth0.com/`. Auth0 states it
 * with the slash at the end. `emailVerified` is true only where the claim is and people come from a database, by
 * email, or from Apple, GitHub or Google: the operator of the identity provider of another connection can claim any
 * address.
 *
 * Environment: `AUTH_AUTH0_ID`, `AUTH_AUTH0_SECRET`, `AUTH_AUTH0_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://auth0.com/docs/authenticate/protocols/openid-connect-protocol
 *
 * @example
 * ```ts
 * import Auth0 from '@latchstring/core/providers/auth0'
 *
 * export const providers = [Auth0({ issuer: 'https://tenant.eu.auth0.com/' })]
 * ```
 */
export default function Auth0<P extends Auth0Profile = Auth0Profile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'auth0',
    name: 'Auth0',
    type: 'oidc',
    requires: ['issuer'],
    profile: (profile) => ({
      id: profile.sub,
      name: profile.name ?? profile.nickname ?? null,
      email: profile.email ?? null,
      image: profile.picture ?? null,
      emailVerified: profile.email_verified === true && proving.test(profile.sub),
    }),
    style: { bg: '#EB5424', text: '#fff', mark },
    options,
  }
}

import { type SAMLJacksonAttributes, samlUser } from '../lib/provider-kit/profile/saml-jackson.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The answer of the userinfo endpoint. */
export interface OryPolisProfile extends SAMLJacksonAttributes {
  /** Id of the person at the identity provider of the tenant. Another tenant's may use the same. */
  readonly sub: string
  /** The same as `sub`. */
  readonly id?: string
}

/** The same id may be given by the identity provider of another tenant, and the tenant is asked for by the browser. */
function toAccountId(sub: string, requested: OryPolisProfile['requested']): string {
  const { tenant, product } = requested ?? {}
  return tenant === undefined ? sub : JSON.stringify([tenant, product ?? null, sub])
}

/**
 * Sign-in with SAML through Ory Polis, which was SAML Jackson of BoxyHQ, by OpenID Connect.
 *
 * `issuer` is the address of the server, as its discovery document states it; older versions state the audience of SAML
 * there, which then is the `issuer`, with the address of the document as `wellKnown`. The server needs keys to sign ID
 * tokens with (`OPENID_RSA_PRIVATE_KEY` and `OPENID_RSA_PUBLIC_KEY`); one without goes on with the provider `boxyhq-saml`.
 *
 * The client id is that of a connection, or `dummy` with `tenant` and `product` as parameters of the sign-in:
 * `signIn('ory-polis', {}, { tenant: 'acme.example', product: 'app' })`.
 *
 * The account id is made of tenant, product and the id that the identity provider of the tenant gives, because another tenant
 * may use the same. `boxyhq-saml` stored that last id alone: with `id: 'boxyhq-saml'` and the `profile` of the example, accounts
 * are found again, which is safe where all people are of one tenant. `email` is what the tenant claims, and the operator of its
 * identity provider can claim any: never find a user by it. `emailVerified` is never true.
 *
 * Environment: `AUTH_ORY_POLIS_ID`, `AUTH_ORY_POLIS_SECRET`, `AUTH_ORY_POLIS_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://www.ory.com/docs/polis/sso-flow/
 *
 * @example
 * ```ts
 * import OryPolis from '@latchstring/core/providers/ory-polis'
 *
 * export const providers = [
 *   OryPolis({
 *     id: 'boxyhq-saml',
 *     issuer: 'https://sso.example.com',
 *     profile: ({ sub, email, firstName }) => ({
 *       id: sub,
 *       email: email ?? null,
 *       name: firstName ?? null,
 *     }),
 *   }),
 * ]
 * ```
 */
export default function OryPolis<P extends OryPolisProfile = OryPolisProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'ory-polis',
    name: 'Ory Polis',
    type: 'oidc',
    requires: ['issuer'],
    authorization: { params: { scope: 'openid', provider: 'saml' } },
    // The server does not decode what HTTP Basic carries, and a client id may be `tenant=…&product=…`.
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // The ID token does not say which tenant the person is of.
    idToken: false,
    profile: (profile) => ({
      ...(typeof profile.sub === 'string' && { id: toAccountId(profile.sub, profile.requested) }),
      ...samlUser(profile),
    }),
    style: { brandColor: '#25c2a0' },
    options,
  }
}

import { type SAMLJacksonAttributes, samlUser } from '../lib/provider-kit/profile/saml-jackson.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of the userinfo endpoint. */
export interface BoxyHQSAMLProfile extends SAMLJacksonAttributes {
  /** Id of the person at the identity provider of the tenant. Another tenant's may use the same. */
  readonly id: string
}

/**
 * Sign-in with SAML through Ory Polis, which was SAML Jackson of BoxyHQ.
 *
 * This is its OAuth 2.0, for servers without keys for ID tokens. New applications use the provider `ory-polis`, which signs in
 * by OpenID Connect and has the same account ids.
 *
 * `issuer` is the address of the server. The client id is that of a connection, or `dummy` with `tenant` and `product`
 * as parameters of the sign-in: `signIn('boxyhq-saml', {}, { tenant: 'acme.example', product: 'app' })`.
 *
 * The account id is the one that the identity provider of the tenant gives, and `email` is what it claims: neither is
 * unique beyond the tenant, and the operator of one identity provider can claim any. Where more than one tenant signs in,
 * make the id of both, as the example does, before the first account is stored, and never find a user by address.
 * `emailVerified` is never true.
 *
 * Environment: `AUTH_BOXYHQ_SAML_ID`, `AUTH_BOXYHQ_SAML_SECRET`, `AUTH_BOXYHQ_SAML_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://www.ory.com/docs/polis/sso-flow/
 *
 * @example
 * ```ts
 * import SAMLJackson from '@latchstring/core/providers/boxyhq-saml'
 *
 * export const providers = [
 *   SAMLJackson({
 *     issuer: 'https://sso.example.com',
 *     profile: ({ id, requested, email, firstName }) => ({
 *       id: JSON.stringify([requested?.tenant, requested?.product, id]),
 *       email: email ?? null,
 *       name: firstName ?? null,
 *     }),
 *   }),
 * ]
 * ```
 */
export default function SAMLJackson<P extends BoxyHQSAMLProfile = BoxyHQSAMLProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'boxyhq-saml',
    name: 'BoxyHQ SAML',
    type: 'oauth',
    // No scope: with `openid` a server without keys for ID tokens refuses the request.
    authorization: { url: '{issuer}/api/oauth/authorize', params: { provider: 'saml' } },
    token: { url: '{issuer}/api/oauth/token' },
    userinfo: { url: '{issuer}/api/oauth/userinfo' },
    // The server does not decode what HTTP Basic carries, and a client id may be `tenant=…&product=…`.
    client: { token_endpoint_auth_method: 'client_secret_post' },
    requires: ['issuer'],
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      ...samlUser(profile),
    }),
    style: { brandColor: '#25c2a0' },
    options,
  }
}

import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of LinkedIn. */
export interface LinkedInProfile {
  /** Id of the member for this application. */
  readonly sub: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  /** Address of the picture; it expires. */
  readonly picture?: string
  /** A language tag, or its parts. */
  readonly locale?: string | { readonly country?: string; readonly language?: string }
  /** The primary address. */
  readonly email?: string
  readonly email_verified?: boolean | 'true' | 'false'
  readonly [claim: string]: unknown
}

/**
 * Sign-in with LinkedIn.
 *
 * The application at LinkedIn needs the product "Sign In with LinkedIn using OpenID Connect". LinkedIn does not put a
 * nonce into its ID tokens, and knows PKCE for native applications alone, after asking for it: what protects a sign-in is
 * `state`.
 *
 * Environment: `AUTH_LINKEDIN_ID`, `AUTH_LINKEDIN_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 *
 * @example
 * ```ts
 * import LinkedIn from '@latchstring/core/providers/linkedin'
 *
 * export const providers = [LinkedIn({ authorization: { params: { scope: 'openid profile' } } })]
 * ```
 */
export default function LinkedIn<P extends LinkedInProfile = LinkedInProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'linkedin',
    name: 'LinkedIn',
    type: 'oidc',
    issuer: 'https://www.linkedin.com/oauth',
    // No nonce comes back, and a `code_verifier` makes LinkedIn refuse the code of a web application.
    checks: ['state'],
    // Among the claims that LinkedIn documents of its ID tokens is no `auth_time`; see the page above.
    stepUp: 'trusted',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (claims) =>
      standardUser({
        ...claims,
        // ID tokens have it as text, other than userinfo.
        email_verified: claims.email_verified === true || claims.email_verified === 'true',
      }),
    style: { bg: '#069', text: '#fff' },
    options,
  }
}

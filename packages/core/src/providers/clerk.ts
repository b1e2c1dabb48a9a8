import { mark } from '../lib/provider-kit/marks/clerk.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Clerk. */
export interface ClerkProfile extends StandardClaims {
  /** Id of the user in the instance, such as `user_2xYz…`. */
  readonly sub: string
  readonly name?: string | null
  /** The user name. */
  readonly preferred_username?: string | null
  readonly given_name?: string | null
  readonly family_name?: string | null
  /** The primary address. */
  readonly email?: string | null
  /** Whether the user verified {@link ClerkProfile.email}. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string | null
  /** With the scope `user:org:read`: the organization that the user chose. */
  readonly org_id?: string
  /** With the scope `public_metadata`. */
  readonly public_metadata?: Readonly<Record<string, unknown>>
}

/**
 * Sign-in with the users of an application at Clerk, which is the identity provider here.
 *
 * `issuer` is the Frontend API URL: `https://clerk.example.com`, or `https://verb-noun-00.clerk.accounts.dev` during
 * development.
 *
 * Environment: `AUTH_CLERK_ID`, `AUTH_CLERK_SECRET`, `AUTH_CLERK_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on
 *
 * @example
 * ```ts
 * import Clerk from '@latchstring/core/providers/clerk'
 *
 * export const providers = [Clerk({ issuer: 'https://clerk.example.com' })]
 * ```
 */
export default function Clerk<P extends ClerkProfile = ClerkProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'clerk',
    name: 'Clerk',
    type: 'oidc',
    requires: ['issuer'],
    profile: standardUser,
    style: { brandColor: '#6c47ff', mark },
    options,
  }
}

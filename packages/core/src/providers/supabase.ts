import { mark } from '../lib/provider-kit/marks/supabase.ts'
import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Supabase Auth. */
export interface SupabaseProfile extends StandardClaims {
  /** Id of the user in the project. */
  readonly sub: string
  readonly name?: string | null
  readonly email?: string | null
  /** Whether the user confirmed the address; `true` of all users where the project asks for no confirmation. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string | null
  readonly phone_number?: string | null
  readonly phone_number_verified?: boolean
}

/**
 * Sign-in with the users of a project at Supabase, whose Auth is the identity provider here.
 *
 * `issuer` is `https://<project>.supabase.co/auth/v1`. The project needs the OAuth 2.1 server, a consent page of its
 * own, and asymmetric signing keys: with the default HS256, Supabase issues no ID token. The access token may do
 * everything that the user may; row level security is what limits it. Leave "Confirm email" on: without it, Supabase
 * calls every address verified.
 *
 * Environment: `AUTH_SUPABASE_ID`, `AUTH_SUPABASE_SECRET`, `AUTH_SUPABASE_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://supabase.com/docs/guides/auth/oauth-server
 *
 * @example
 * ```ts
 * import Supabase from '@latchstring/core/providers/supabase'
 *
 * export const providers = [Supabase({ issuer: 'https://example.supabase.co/auth/v1' })]
 * ```
 */
export default function Supabase<P extends SupabaseProfile = SupabaseProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'supabase',
    name: 'Supabase',
    type: 'oidc',
    requires: ['issuer'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: standardUser,
    style: { brandColor: '#3ecf8e', mark },
    options,
  }
}

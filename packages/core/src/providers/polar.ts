import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Polar's ID token. */
export interface PolarProfile {
  /** Id of the user; of the organization, when a token for one was asked for. */
  readonly sub: string
  readonly name?: string | null
  readonly email?: string
  readonly email_verified?: boolean
  readonly [claim: string]: unknown
}

/** Options of {@link Polar}. */
export type PolarOptions<P> = OIDCUserConfig<P> & {
  /** The requested scopes, separated by spaces. Default: `openid profile email`. */
  readonly scope?: string
}

/**
 * Sign-in with Polar.
 *
 * Without `sub_type`, Polar gives a token for an organization and lets the person choose one. This asks for the person.
 *
 * Environment: `AUTH_POLAR_ID`, `AUTH_POLAR_SECRET`.
 *
 * @param options - overrides of any member, and `scope`
 * @see https://polar.sh/docs/integrate/oauth2/connect
 *
 * @example
 * ```ts
 * import Polar from '@latchstring/core/providers/polar'
 *
 * export const providers = [Polar]
 * ```
 */
export default function Polar<P extends PolarProfile = PolarProfile>(
  options: PolarOptions<P> = {},
): OIDCConfig<P> {
  return {
    id: 'polar',
    name: 'Polar',
    type: 'oidc',
    ownOptions: ['scope'],
    issuer: 'https://polar.sh',
    wellKnown: 'https://api.polar.sh/.well-known/openid-configuration',
    authorization: { params: { scope: options.scope ?? 'openid profile email', sub_type: 'user' } },
    profile: standardUser,
    style: { bg: '#0062ff', text: '#fff' },
    options,
  }
}

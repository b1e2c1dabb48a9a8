import { mark } from '../lib/provider-kit/marks/vercel.ts'
import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of Vercel's ID token. */
export interface VercelProfile {
  /** Id of the Vercel account. */
  readonly sub: string
  readonly name?: string | null
  /** The user name. */
  readonly preferred_username?: string
  readonly email?: string | null
  readonly email_verified?: boolean
  /** Address of the avatar. */
  readonly picture?: string | null
  readonly [claim: string]: unknown
}

/** Options of {@link Vercel}. */
export type VercelOptions<P> = OIDCUserConfig<P> & {
  /** The requested scopes, separated by spaces. Default: `openid profile email`. */
  readonly scope?: string
}

/**
 * Sign-in with Vercel.
 *
 * The scopes `openid`, `profile` and `email` have to be chosen for the app in Vercel as well: one that is not is left out
 * without an error, and so are its claims. The ID token does not say whether the address is verified.
 *
 * Environment: `AUTH_VERCEL_ID`, `AUTH_VERCEL_SECRET`.
 *
 * @param options - overrides of any member, and `scope`
 * @see https://vercel.com/docs/sign-in-with-vercel/authorization-server-api
 *
 * @example
 * ```ts
 * import Vercel from '@latchstring/core/providers/vercel'
 *
 * export const providers = [
 *   Vercel({ authorization: { params: { scope: 'openid profile email offline_access' } } }),
 * ]
 * ```
 */
export default function Vercel<P extends VercelProfile = VercelProfile>(
  options: VercelOptions<P> = {},
): OIDCConfig<P> {
  return {
    id: 'vercel',
    name: 'Vercel',
    type: 'oidc',
    ownOptions: ['scope'],
    issuer: 'https://vercel.com',
    authorization: { params: { scope: options.scope ?? 'openid profile email' } },
    profile: standardUser,
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}

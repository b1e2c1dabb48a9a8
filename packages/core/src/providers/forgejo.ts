import { type GiteaProfile, giteaMembers } from '../lib/provider-kit/profile/gitea.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Forgejo. */
export type ForgejoProfile = GiteaProfile

/**
 * Sign-in with Forgejo, such as Codeberg.
 *
 * `issuer` is the address of the server, as `ROOT_URL` has it, such as `https://codeberg.org/`, with or without the slash at its end.
 * `emailVerified` is never true: the claim says that the account is active, and a server need not have asked for a
 * confirmation. Treat the access token with care: Forgejo limits what it is good for by scopes in part only.
 *
 * Environment: `AUTH_FORGEJO_ID`, `AUTH_FORGEJO_SECRET`, `AUTH_FORGEJO_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://forgejo.org/docs/latest/user/oauth2-provider/
 *
 * @example
 * ```ts
 * import Forgejo from '@latchstring/core/providers/forgejo'
 *
 * export const providers = [Forgejo({ issuer: 'https://codeberg.org/' })]
 * ```
 */
export default function Forgejo<P extends ForgejoProfile = ForgejoProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'forgejo',
    name: 'Forgejo',
    type: 'oidc',
    ...giteaMembers(),
    style: { brandColor: '#fb923c' },
    options,
  }
}

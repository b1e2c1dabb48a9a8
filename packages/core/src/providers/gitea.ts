import { type GiteaProfile, giteaMembers } from '../lib/provider-kit/profile/gitea.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

export type { GiteaProfile } from '../lib/provider-kit/profile/gitea.ts'

/**
 * Sign-in with Gitea.
 *
 * `issuer` is the address of the server, as `ROOT_URL` has it, such as `https://gitea.example.com/`: with or without the slash at its
 * end, which Gitea writes into its tokens before version 1.25 only. `emailVerified` is never true: the claim says that the account is active, and a server
 * need not have asked for a confirmation.
 *
 * Environment: `AUTH_GITEA_ID`, `AUTH_GITEA_SECRET`, `AUTH_GITEA_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.gitea.com/development/oauth2-provider
 *
 * @example
 * ```ts
 * import Gitea from '@latchstring/core/providers/gitea'
 *
 * export const providers = [Gitea({ issuer: 'https://gitea.example.com/' })]
 * ```
 */
export default function Gitea<P extends GiteaProfile = GiteaProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'gitea',
    name: 'Gitea',
    type: 'oidc',
    ...giteaMembers(),
    style: { brandColor: '#609926' },
    options,
  }
}

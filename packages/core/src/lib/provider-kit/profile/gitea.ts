import type { OIDCConfig } from '../../types/provider.ts'
import { type NameClaims, standardUser } from './standard-claims.ts'

/** Claims of an ID token of Gitea, and of Forgejo, which began as Gitea. */
export interface GiteaProfile extends NameClaims {
  /** Id of the user on the server. */
  readonly sub: string
  /** The full name, or the user name without one. */
  readonly name?: string
  /** The user name. It can change, and another user can then take it. */
  readonly preferred_username?: string
  readonly email?: string
  /** Whether the account is active, which is no proof of the address. */
  readonly email_verified?: boolean
  /** Address of the avatar. */
  readonly picture?: string
  /** Page of the user. */
  readonly profile?: string
  /** With the scope `groups`: organizations, and `<organization>:<team>`. */
  readonly groups?: readonly string[]
}

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '')

/** The common part of the providers for Gitea and Forgejo: everything but id, name and colour. */
export function giteaMembers(): Pick<
  OIDCConfig<GiteaProfile>,
  'requires' | 'client' | 'discoveryIssuer'
> & {
  readonly profile: typeof standardUser
} {
  return {
    requires: ['issuer'],
    // Gitea states its address without the slash at its end since version 1.25, and with it before; so does Forgejo.
    discoveryIssuer: (stated, configured) => withoutSlash(stated) === withoutSlash(configured),
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // The claim is whether the account is active, with and without a confirmed address.
    profile: (claims) => ({ ...standardUser(claims), emailVerified: null }),
  }
}

import type { Account, Profile } from './account.ts'
import type { User } from './user.ts'

/** The user who signed in at a provider. */
export interface OAuthIdentity {
  /** As `profile` gave it, with the account's id. */
  readonly user: User & { readonly id: string }
  readonly account: Account
  readonly profile: Profile
  /**
   * The address in small letters as the provider wrote it, where the user has another spelling of it. Users who were stored
   * by another library may have this one.
   */
  readonly otherSpelling?: string
  /** The provider gave an address that is not one mailbox, and the user has none. */
  readonly addressLost?: true
  /** The session at the provider, by the ID token. A logout token can end sessions by it. */
  readonly providerSession?: {
    readonly issuer: string
    readonly sub: string
    readonly sid?: string
  }
  /** The provider says that the address belongs to the person. */
  readonly emailVerified: boolean
}

import type { Account, Profile } from './account.ts'
import type { User } from './user.ts'

/** Who signed in at a provider. */
export interface OAuthIdentity {
  /** As `profile` gave it, with the account's id. */
  readonly user: User & { readonly id: string }
  readonly account: Account
  readonly profile: Profile
  /** The provider says that the address belongs to the person. */
  readonly emailVerified: boolean
}

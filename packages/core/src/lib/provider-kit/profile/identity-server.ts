import type { OIDCConfig } from '../../types/provider.ts'
import { type NameClaims, type StandardClaims, standardUser } from './standard-claims.ts'

/** Claims of a user of Duende IdentityServer. */
export interface DuendeISUser extends NameClaims {
  /** Id of the user. */
  readonly sub: string
  readonly email?: string
  /** Whether the server says that it verified the address: as text where the claim was made without a type. */
  readonly email_verified?: boolean | 'true' | 'false'
}

/** The common part of the providers for IdentityServer and its successors: everything but id and name. */
export function identityServerMembers(): Pick<
  OIDCConfig<StandardClaims>,
  'idToken' | 'requires'
> & { readonly profile: typeof standardUser } {
  return {
    // An ID token has the claims of the scopes only if the client is configured so.
    idToken: false,
    requires: ['issuer'],
    profile: standardUser,
  }
}

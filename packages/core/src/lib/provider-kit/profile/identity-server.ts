import type { OIDCConfig, ProfileUser } from '../../types/provider.ts'
import { isVerified, type NameClaims, standardUser } from './standard-claims.ts'

/** Claims of a user of Duende IdentityServer. */
export interface DuendeISUser extends NameClaims {
  /** Id of the user. */
  readonly sub: string
  readonly email?: string
  /**
   * Whether the server says that it verified the address: as text where the claim was made without a type, and as a list where two parts of
   * the server make it.
   */
  readonly email_verified?: Flag | readonly Flag[]
}

/** A truth value of .NET, which writes it with a capital letter. */
type Flag = boolean | 'true' | 'false' | 'True' | 'False'

const isTrue = (flag: unknown): boolean => isVerified(flag) || flag === 'True'

/** An address is verified where every statement about it says so. */
function user({ email_verified: stated, ...claims }: DuendeISUser): ProfileUser {
  const flags: readonly unknown[] = [stated].flat()
  const isVerifiedByAll = flags.length > 0 && flags.every(isTrue)
  return { ...standardUser(claims), emailVerified: isVerifiedByAll }
}

/** The common part of the providers for IdentityServer and its successors: everything but id and name. */
export function identityServerMembers(): Pick<OIDCConfig<DuendeISUser>, 'idToken' | 'requires'> & {
  readonly profile: typeof user
} {
  return {
    // An ID token has the claims of the scopes only if the client is configured so.
    idToken: false,
    requires: ['issuer'],
    profile: user,
  }
}

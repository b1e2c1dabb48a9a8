import { isVerified } from '../../kit/verified.ts'
import type { ProfileUser } from '../../types/provider.ts'
import { text } from './text.ts'

export { isVerified }

/** The claims of OpenID Connect Core 1.0, section 5.1, for a user. */
export interface StandardClaims {
  /** Id of the user at the issuer, never reused. */
  readonly sub: string
  /** Display name. */
  readonly name?: string | null
  /** The user name at the service; it can change. */
  readonly preferred_username?: string | null
  readonly nickname?: string | null
  readonly given_name?: string | null
  readonly family_name?: string | null
  readonly email?: string | null
  /** Whether the issuer has verified the address. Some issuers write it as text. */
  readonly email_verified?: boolean | 'true' | 'false' | null
  /** Address of the picture. */
  readonly picture?: string | null
  readonly [claim: string]: unknown
}

/** The names of a user (OpenID Connect Core 1.0, section 5.1), beside the claims that an issuer adds. */
export interface NameClaims {
  /** Display name. */
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly [claim: string]: unknown
}

/**
 * The user of standard claims. Members of a wrong type count as absent.
 *
 * @param claims - of a verified ID token, or of the userinfo endpoint
 */
export function standardUser(claims: StandardClaims): ProfileUser {
  const { sub, name, preferred_username: username, nickname, email, picture } = claims
  return {
    ...(typeof sub === 'string' && { id: sub }),
    name: text(name) ?? text(username) ?? text(nickname),
    email: text(email),
    image: text(picture),
    emailVerified: isVerified(claims.email_verified),
  }
}

import type { ProfileUser } from '../../types/provider.ts'
import { text } from './text.ts'

/** The claims of OpenID Connect Core 1.0, section 5.1, that a user is made of. */
export interface StandardClaims {
  /** Id of the person at the issuer, never reused. */
  readonly sub: string
  /** Display name. */
  readonly name?: string | null
  /** The name of the person in the service; it can change. */
  readonly preferred_username?: string | null
  readonly nickname?: string | null
  readonly given_name?: string | null
  readonly family_name?: string | null
  readonly email?: string | null
  /** Whether the issuer has proven that the address belongs to the person. */
  readonly email_verified?: boolean
  /** Address of the picture. */
  readonly picture?: string | null
  readonly [claim: string]: unknown
}

/** The names of a person as OpenID Connect Core 1.0, section 5.1 has them, beside the claims that an issuer adds. */
export interface NameClaims {
  /** Display name. */
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly [claim: string]: unknown
}

/**
 * The user that standard claims describe. Members of another type than they should have count as absent.
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
    emailVerified: claims.email_verified === true,
  }
}

import type { ProviderOfKind } from '../config/providers.ts'
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../types/adapter.ts'
import type { OAuthIdentity } from '../types/oauth-identity.ts'
import type { User } from '../types/user.ts'

declare const proven: unique symbol

/** Made only by {@link prove}, which only verifying flows may import. */
interface Proven {
  readonly [proven]: true
}

/** What evidence of every kind has. */
interface CommonEvidence {
  /** Generation of the latest ending of all sessions before this sign-in; the session ends with the next one. */
  readonly epoch: number
  /** When the request that proves it began, in milliseconds since the epoch: it ends with what ended the user's sessions since. */
  readonly begunAt: number
}

/** The verified answer of an OAuth provider. */
export interface OAuthEvidence extends OAuthIdentity, CommonEvidence {
  readonly kind: 'oauth'
  readonly provider: ProviderOfKind<'oauth'>
  /** Id of the session that started the sign-in. */
  readonly startedBy?: string
}

/** The browser presented the secret of a mail. */
export interface EmailEvidence extends CommonEvidence {
  readonly kind: 'email'
  readonly provider: ProviderOfKind<'email'>
  readonly email: string
}

/** `authorize` of the application accepted the credentials. */
export interface CredentialsEvidence extends CommonEvidence {
  readonly kind: 'credentials'
  readonly provider: ProviderOfKind<'credentials'>
  readonly user: User
  readonly credentials: Record<string, unknown>
  /** The address that a mail of the feature has proven, and no form was: a proof that is used up. */
  readonly byMail?: string
}

/** An authenticator signed a challenge of this browser. */
export interface WebAuthnEvidence extends CommonEvidence {
  readonly kind: 'webauthn'
  readonly provider: ProviderOfKind<'webauthn'>
  /** `register`: account and authenticator are new, and still to be stored. */
  readonly ceremony: 'authenticate' | 'register'
  readonly user: AdapterUser
  readonly account: AdapterAccount
  /** With the signature counter and the backup state of the answer. */
  readonly authenticator: AdapterAuthenticator
  /** Of a new credential: what it is called, or `null`. */
  readonly name?: string | null
  /** Of a sign-in: whether the authenticator has verified its user (Web Authentication Level 3, section 6.1, flag UV). */
  readonly userVerified?: boolean
  /** Of a sign-in: whether the backup state is another one than the stored one. */
  readonly backupChanged?: boolean
  /** Id of the session that started the ceremony. */
  readonly startedBy?: string
}

/** The result of a verifying flow. */
export type Evidence = OAuthEvidence | EmailEvidence | CredentialsEvidence | WebAuthnEvidence

/** Evidence that a session may be issued for. Only {@link prove} makes one. */
export type Proof<E extends Evidence> = E & Proven

/** Brands evidence as verified. Import it only into the function that verifies. */
export function prove<E extends Evidence>(evidence: E): Proof<E> {
  // The brand exists in types only: without it, `completeSignIn` does not compile.
  return evidence as Proof<E>
}

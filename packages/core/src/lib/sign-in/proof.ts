import type { ProviderOfKind } from '../config/providers.ts'
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../types/adapter.ts'
import type { OAuthIdentity } from '../types/oauth-identity.ts'
import type { User } from '../types/user.ts'

declare const proven: unique symbol

/** Made only by {@link prove}, which only verifying flows may import. */
interface Proven {
  readonly [proven]: true
}

/** What every sign-in says. */
interface Begun {
  /** Generation of the latest ending of all sessions that it comes after: it ends with the next one. */
  readonly epoch: number
}

/** A provider said who signed in, and everything it said has been verified. */
export interface OAuthEvidence extends OAuthIdentity, Begun {
  readonly kind: 'oauth'
  readonly provider: ProviderOfKind<'oauth'>
  /** Id of the session that started the sign-in. */
  readonly startedBy?: string
}

/** The secret of a mail was presented. */
export interface EmailEvidence extends Begun {
  readonly kind: 'email'
  readonly provider: ProviderOfKind<'email'>
  readonly email: string
}

/** `authorize` of the application accepted the credentials. */
export interface CredentialsEvidence extends Begun {
  readonly kind: 'credentials'
  readonly provider: ProviderOfKind<'credentials'>
  readonly user: User
  readonly credentials: Record<string, unknown>
  /** When `authorize` was asked, in milliseconds since the epoch. */
  readonly askedAt: number
}

/** An authenticator signed a challenge of this browser. */
export interface WebAuthnEvidence extends Begun {
  readonly kind: 'webauthn'
  readonly provider: ProviderOfKind<'webauthn'>
  /** `register`: account and authenticator are new, and still to be stored. */
  readonly ceremony: 'authenticate' | 'register'
  readonly user: AdapterUser
  readonly account: AdapterAccount
  /** With the signature counter as it is now. */
  readonly authenticator: AdapterAuthenticator
  /** Id of the session that started the ceremony. */
  readonly startedBy?: string
}

/** What a verifying flow has found out. */
export type Evidence = OAuthEvidence | EmailEvidence | CredentialsEvidence | WebAuthnEvidence

/** Evidence that a session may be issued for. There is no session without one. */
export type Proof<E extends Evidence> = E & Proven

/** Says that the evidence has been verified. Import it only where that has just happened. */
export function prove<E extends Evidence>(evidence: E): Proof<E> {
  // The brand exists in types only: it keeps everybody else from calling `completeSignIn`.
  return evidence as Proof<E>
}

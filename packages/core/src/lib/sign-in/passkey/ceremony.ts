/** Value of `action` for signing in with a registered credential. */
export const WebAuthnAuthenticate = 'authenticate' as const

/** Value of `action` for registering a credential. */
export const WebAuthnRegister = 'register' as const

/** The two ceremonies (Web Authentication Level 3, section 7). */
export type Ceremony = typeof WebAuthnAuthenticate | typeof WebAuthnRegister

/** Whether a value names a ceremony. */
export function isCeremony(value: unknown): value is Ceremony {
  return value === WebAuthnAuthenticate || value === WebAuthnRegister
}

import type { WebAuthnConfig } from '../lib/types/provider.ts'

export type { WebAuthnConfig } from '../lib/types/provider.ts'
export type { RelyingParty } from '../lib/types/relying-party.ts'

/** Options of {@link WebAuthn}. */
export type WebAuthnUserConfig = Partial<Omit<WebAuthnConfig, 'options' | 'type'>>

/**
 * Sign-in with security keys as well as passkeys. Keys that store nothing themselves are found by the e-mail address that
 * a person enters first; with an empty input, only passkeys are.
 *
 * Experimental: needs `experimental: { enableWebAuthn: true }`, an adapter with authenticators, and the package
 * `@simplewebauthn/server` beside this one. People add keys while they are signed in.
 *
 * @param options - overrides of any member; `timeout` is in milliseconds
 * @see https://www.w3.org/TR/webauthn-3/
 *
 * @example
 * ```ts
 * import WebAuthn from '@latchstring/core/providers/webauthn'
 *
 * export const providers = [WebAuthn({ name: 'Security key' })]
 * ```
 */
export default function WebAuthn(options: WebAuthnUserConfig = {}): WebAuthnConfig {
  return {
    id: 'webauthn',
    name: 'WebAuthn',
    type: 'webauthn',
    residentKey: 'preferred',
    listCredentials: true,
    options,
  }
}

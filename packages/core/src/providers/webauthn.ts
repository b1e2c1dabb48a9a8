import type { DescriptiveMember } from '../lib/types/provider.ts'
import type { SemverString } from '../lib/types/utility.ts'
import type { WebAuthnConfig } from '../lib/types/webauthn.ts'

export type * from '../lib/types/webauthn.ts'
export type { RelayingParty, RelyingParty } from '../lib/types/relying-party.ts'

/** How long a person has unless the options say otherwise, in milliseconds. */
export const DEFAULT_WEBAUTHN_TIMEOUT: number = 300_000

/**
 * The default of `simpleWebAuthnBrowserVersion`, as the contract requires. Nothing is loaded by it.
 *
 * @deprecated leave the option out
 */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION: SemverString = 'v9.0.1'

/** Options of {@link WebAuthn}. */
export type WebAuthnUserConfig = Partial<Omit<WebAuthnConfig, DescriptiveMember>>

/**
 * Sign-in with security keys as well as passkeys. Keys that store nothing themselves are found by the email address that
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

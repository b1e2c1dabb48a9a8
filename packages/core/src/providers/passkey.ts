import type { DescriptiveMember } from '../lib/types/provider.ts'
import type { WebAuthnConfig } from '../lib/types/webauthn.ts'

export type * from '../lib/types/webauthn.ts'
export { passkeyDocuments } from '../lib/provider-kit/passkey-documents.ts'
export type { PasskeyPages } from '../lib/provider-kit/passkey-documents.ts'
export type { RelayingParty, RelyingParty } from '../lib/types/relying-party.ts'

/** Options of {@link Passkey}. */
export type PasskeyUserConfig = Partial<Omit<WebAuthnConfig, DescriptiveMember>>

/**
 * Sign-in with passkeys: discoverable credentials, protected by PIN or biometry. People do not type who they are.
 *
 * Experimental: needs `experimental: { enableWebAuthn: true }`, an adapter with authenticators, and the package
 * `@simplewebauthn/server` beside this one. People add passkeys while they are signed in.
 *
 * @param options - overrides of any member; `timeout` is in milliseconds
 * @see https://www.w3.org/TR/webauthn-3/
 *
 * @example
 * ```ts
 * import Passkey from '@latchstring/core/providers/passkey'
 *
 * export const providers = [Passkey({ relyingParty: { name: 'Example' } })]
 * ```
 */
export default function Passkey(options: PasskeyUserConfig = {}): WebAuthnConfig {
  return {
    id: 'passkey',
    name: 'Passkey',
    type: 'webauthn',
    residentKey: 'required',
    options,
  }
}

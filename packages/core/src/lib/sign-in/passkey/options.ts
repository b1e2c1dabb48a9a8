import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { base64urlDecode } from '../../crypto/encoding.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { createUserHandle, type CredentialDescriptor } from './credential.ts'
import { shownNames } from './known-passkeys.ts'
import type { Party } from './relying-party.ts'
import { loadServerLibrary, makeOptions } from './server-library.ts'
import type { PasskeySettings } from './settings.ts'

function decodeBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return base64urlDecode(base64url) ?? new Uint8Array()
}

export interface CeremonyInput {
  readonly party: Party
  /** Base64url. */
  readonly challenge: string
}

/**
 * Options to sign in with (Web Authentication Level 3, section 5.5).
 *
 * @param allowed - the credentials to choose from; `undefined` for any that the authenticator has
 */
export async function requestOptions(
  settings: PasskeySettings,
  { party, challenge }: CeremonyInput,
  allowed: readonly CredentialDescriptor[] | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadServerLibrary(settings.functions)
  return makeOptions('generateAuthenticationOptions', () =>
    generateAuthenticationOptions({
      ...settings.authentication.asked,
      rpID: party.rpId,
      challenge: decodeBytes(challenge),
      ...(allowed === undefined ? {} : { allowCredentials: [...allowed] }),
    }),
  )
}

/**
 * Options to register a credential with (Web Authentication Level 3, section 5.4).
 *
 * @param known - the credentials the user has: an authenticator with one of them makes no other
 */
export async function creationOptions(
  settings: PasskeySettings,
  { party, challenge }: CeremonyInput,
  user: AdapterUser,
  known: readonly CredentialDescriptor[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadServerLibrary(settings.functions)
  const { supportedAlgorithmIDs = [], ...registration } = settings.registration.asked
  const userID = decodeBytes(await createUserHandle(user.id))
  const shown = shownNames(user)
  return makeOptions('generateRegistrationOptions', () =>
    generateRegistrationOptions({
      ...registration,
      supportedAlgorithmIDs: [...supportedAlgorithmIDs],
      rpID: party.rpId,
      rpName: party.name,
      challenge: decodeBytes(challenge),
      userID,
      userName: shown.name,
      userDisplayName: shown.displayName,
      excludeCredentials: [...known],
    }),
  )
}

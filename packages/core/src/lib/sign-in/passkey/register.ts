import type { RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { ParsedAuthenticatorData } from '@simplewebauthn/server/helpers'
import type { StoreFor } from '../../config/store.ts'
import { base64url, base64urlDecode } from '../../crypto/encoding.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import {
  AccountNotLinked,
  InvalidConfiguration,
  InvalidRequest,
  WebAuthnVerificationError,
} from '../../errors/classes.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { PASSKEY_PROVIDERS } from './aaguids.ts'
import type { Challenge } from './challenge.ts'
import { MAX_CREDENTIAL_ID, toBase64 } from './credential.ts'
import { requireFlags } from './flags.ts'
import { loadServerLibrary, requireResult, type ServerLibrary } from './server-library.ts'
import type { Settings } from './settings.ts'

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

function readAuthData(library: ServerLibrary, bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const decoded: unknown = library.decodeAttestationObject(bytes)
  const authData: unknown = decoded instanceof Map ? decoded.get('authData') : undefined
  if (authData instanceof Uint8Array) return authData
  throw new Error('There is no authenticator data')
}

function decode(library: ServerLibrary, attestationObject: string): ParsedAuthenticatorData {
  try {
    const bytes = base64urlDecode(attestationObject) ?? new Uint8Array()
    const authData = readAuthData(library, bytes)
    // The decoder takes what ends too early for something shorter, and would store half a key.
    const { length } = readAuthData(library, Uint8Array.from([...bytes, 0]))
    if (length !== authData.length) throw new Error('The authenticator data ends too early')
    // A copy with a buffer of its own: the decoder reads offsets from its start.
    return library.parseAuthenticatorData(Uint8Array.from(authData))
  } catch (cause) {
    throw new InvalidRequest('The attestation object cannot be decoded.', { err: asError(cause) })
  }
}

async function verify(
  library: ServerLibrary,
  settings: Settings,
  { challenge, origins, rpId }: Challenge,
  response: RegistrationResponseJSON,
): Promise<Registration> {
  const result = await library.verifyRegistrationResponse({
    ...settings.registration.verified,
    response,
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
  })
  const { verified, registrationInfo } = requireResult('verifyRegistrationResponse', result)
  if (!verified || !registrationInfo) throw new Error('The attestation does not verify')
  if (!('credential' in registrationInfo)) {
    throw new InvalidConfiguration(
      '`simpleWebAuthn` has functions of a version before 11; pass newer ones.',
    )
  }
  const { id } = registrationInfo.credential
  if (id !== response.id) throw new Error('The credential id is not the one that was signed')
  const length = base64urlDecode(id)?.length ?? 0
  if (length === 0 || length > MAX_CREDENTIAL_ID) throw new Error('The credential id is too long')
  return registrationInfo
}

/**
 * What a new credential is called: its provider, or the browser that keeps it. A security key is neither, and a phone beside the
 * computer keeps its credential itself (Web Authentication Level 3, section 5.4.5).
 */
function nameCredential(
  { aaguid }: Registration,
  { browser }: Registering,
  { authenticatorAttachment, response: { transports = [] } }: RegistrationResponseJSON,
): string | null {
  const isHere = transports.includes('internal') && authenticatorAttachment !== 'cross-platform'
  return PASSKEY_PROVIDERS.get(aaguid) ?? (isHere ? browser : null)
}

/** The record of a new credential. */
function toRecord(
  { credential, credentialDeviceType, credentialBackedUp }: Registration,
  { userId }: Registering,
  transports: readonly string[],
): AdapterAuthenticator {
  const credentialID = toBase64(credential.id)
  return {
    providerAccountId: credentialID,
    counter: credential.counter,
    credentialID,
    credentialPublicKey: toBase64(base64url(credential.publicKey)),
    credentialBackedUp,
    credentialDeviceType,
    transports: transports.length === 0 ? null : transports.join(','),
    userId,
  }
}

/** A challenge with the user the options were made for, and the browser that answers, such as `Firefox on Windows`. */
export interface Registering extends Challenge {
  readonly userId: string
  readonly browser: string | null
}

/**
 * Verifies a registration (Web Authentication Level 3, section 7.1). Writes nothing.
 *
 * @throws InvalidRequest when it cannot be decoded
 * @throws WebAuthnVerificationError when it does not verify
 * @throws AccountNotLinked when the credential is registered already
 * @throws InvalidConfiguration when functions of the application answer as an older version does
 */
export async function verifyRegistration(
  { getAuthenticator, capabilities }: StoreFor<'webauthn'>,
  settings: Settings,
  challenge: Registering,
  response: RegistrationResponseJSON,
): Promise<AdapterAuthenticator> {
  const library = await loadServerLibrary(settings.functions)
  const data = decode(library, response.response.attestationObject)
  let verified: Registration
  try {
    requireFlags(data, settings.registration.verified)
    verified = await verify(library, settings, challenge, response)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new WebAuthnVerificationError('The registration could not be verified.', {
      err: asError(cause),
    })
  }
  const record = toRecord(verified, challenge, response.response.transports ?? [])
  if (await getAuthenticator(record.credentialID)) {
    throw new AccountNotLinked('The credential is registered already.')
  }
  if (capabilities?.authenticatorNames !== true) return record
  const name = nameCredential(verified, challenge, response)
  // A column of the application's own may take none but texts.
  return name === null ? record : { ...record, name }
}

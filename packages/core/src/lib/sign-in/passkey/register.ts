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
import type { Macs } from '../../crypto/mac.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { Challenge } from './challenge.ts'
import { MAX_CREDENTIAL_ID, toBase64 } from './credential.ts'
import { isDecoy } from './decoys.ts'
import { requireUsableKey } from './public-key.ts'
import {
  loadServerLibrary,
  requireFlags,
  requireResult,
  type ServerLibrary,
} from './server-library.ts'
import type { PasskeySettings } from './settings.ts'

/**
 * Names of common passkey providers by the AAGUID of their authenticators (Web Authentication Level 3, section 6.5.1), from the
 * community list of passkey providers. Without attestation an AAGUID can be forged, so it only makes a name to show.
 */
export const PASSKEY_PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Apple Passwords'],
  ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2', 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'],
  ['771b48fd-d3d4-4f74-9232-fc157ab0507a', 'Edge on Mac'],
  ['d3452668-01fd-4c12-926c-83a4204853aa', 'Microsoft Password Manager'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['53414d53-554e-4700-0000-000000000000', 'Samsung Pass'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
  ['f3809540-7f14-49c1-a8b3-8f813b225541', 'Enpass'],
  ['fdb141b2-5d84-443e-8a35-4698c205a502', 'KeePassXC'],
  ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6', 'Keeper'],
  ['b78a0a55-6ef8-d246-a042-ba0f6d55050c', 'LastPass'],
  ['b84e4048-15dc-4dd0-8640-f4f60813c8af', 'NordPass'],
  ['50726f74-6f6e-5061-7373-50726f746f6e', 'Proton Pass'],
])

type RegistrationInfo = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

function readAuthData(library: ServerLibrary, bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const decoded: unknown = library.decodeAttestationObject(bytes)
  const authData: unknown = decoded instanceof Map ? decoded.get('authData') : undefined
  if (authData instanceof Uint8Array) return authData
  throw new Error('There is no authenticator data')
}

/** The part of an attestation object that is used, still encoded and decoded. */
interface Attested {
  readonly authData: Uint8Array<ArrayBuffer>
  readonly data: ParsedAuthenticatorData
}

function decodeAttestation(library: ServerLibrary, attestationObject: string): Attested {
  try {
    const bytes = base64urlDecode(attestationObject) ?? new Uint8Array()
    const authData = readAuthData(library, bytes)
    // The decoder accepts truncated data, and half a key would be stored.
    const { length } = readAuthData(library, Uint8Array.from([...bytes, 0]))
    if (length !== authData.length) throw new Error('The authenticator data ends too early')
    // A copy with its own buffer: the decoder reads from the start of the buffer.
    const copy = Uint8Array.from(authData)
    return { authData: copy, data: library.parseAuthenticatorData(copy) }
  } catch (cause) {
    throw new InvalidRequest('The attestation object cannot be decoded.', { err: asError(cause) })
  }
}

/**
 * The response without its attestation statement, where none was asked for (Web Authentication Level 3, section 8.7): otherwise the
 * package would parse statements of strangers, and fetch what their certificates name.
 */
function withoutStatement(
  { isoCBOR }: ServerLibrary,
  { asked }: PasskeySettings['registration'],
  given: RegistrationResponseJSON,
  { authData }: Attested,
): RegistrationResponseJSON {
  if (asked.attestationType !== 'none') return given
  const attStmt = new Map<string, string>()
  const members = new Map<string, string | Uint8Array | typeof attStmt>([
    ['fmt', 'none'],
    ['attStmt', attStmt],
    ['authData', authData],
  ])
  const attestationObject = base64url(isoCBOR.encode(members))
  return { ...given, response: { ...given.response, attestationObject } }
}

async function verifyAttestation(
  library: ServerLibrary,
  settings: PasskeySettings,
  { challenge, origins, rpId }: Challenge,
  response: RegistrationResponseJSON,
): Promise<RegistrationInfo> {
  const { verified: accepted } = settings.registration
  const result = await library.verifyRegistrationResponse({
    ...accepted,
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
  const { publicKey } = registrationInfo.credential
  await requireUsableKey(library, publicKey, accepted.supportedAlgorithmIDs)
  return registrationInfo
}

/**
 * The name of a new credential: its passkey provider, or the browser that keeps it. A security key has neither, and a phone beside the
 * computer keeps its credential itself (Web Authentication Level 3, section 5.4.5).
 */
function nameCredential(
  { aaguid }: RegistrationInfo,
  { browser }: Registering,
  { authenticatorAttachment, response: { transports = [] } }: RegistrationResponseJSON,
): string | null {
  const isHere = transports.includes('internal') && authenticatorAttachment !== 'cross-platform'
  return PASSKEY_PROVIDERS.get(aaguid) ?? (isHere ? browser : null)
}

/** The record of a new credential. */
function toRecord(
  { credential, credentialDeviceType, credentialBackedUp }: RegistrationInfo,
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

/** A challenge with the user of its options, and the browser, such as `Firefox on Windows`. */
export interface Registering extends Challenge {
  readonly userId: string
  readonly browser: string | null
  readonly macs: Macs
}

/** A new credential, and what it is called. */
interface NamedCredential {
  readonly authenticator: AdapterAuthenticator
  readonly name: string | null
}

/**
 * Verifies a registration (Web Authentication Level 3, section 7.1). Writes nothing.
 *
 * @throws InvalidRequest when it cannot be decoded
 * @throws WebAuthnVerificationError when it does not verify
 * @throws AccountNotLinked when the credential is registered already
 * @throws InvalidConfiguration when functions of the application are those of an older version of the package
 */
export async function verifyRegistration(
  { getAuthenticator }: StoreFor<'webauthn'>,
  settings: PasskeySettings,
  challenge: Registering,
  response: RegistrationResponseJSON,
): Promise<NamedCredential> {
  const library = await loadServerLibrary(settings.functions)
  const attested = decodeAttestation(library, response.response.attestationObject)
  let verified: RegistrationInfo
  try {
    requireFlags(attested.data, settings.registration.verified)
    const stripped = withoutStatement(library, settings.registration, response, attested)
    verified = await verifyAttestation(library, settings, challenge, stripped)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new WebAuthnVerificationError('The registration could not be verified.', {
      err: asError(cause),
    })
  }
  const record = toRecord(verified, challenge, response.response.transports ?? [])
  const isTaken = await getAuthenticator(record.credentialID)
  // An id that is listed for an address without credentials is refused as one of another user is.
  if ((await isDecoy(challenge.macs, verified.credential.id)) || isTaken) {
    throw new AccountNotLinked('The credential is registered already.')
  }
  return { authenticator: record, name: nameCredential(verified, challenge, response) }
}

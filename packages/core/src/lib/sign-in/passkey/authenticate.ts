import { sameId } from '../../kit/account-id.ts'
import type {
  AuthenticationResponseJSON,
  VerifiedAuthenticationResponse,
} from '@simplewebauthn/server'
import type { ParsedAuthenticatorData } from '@simplewebauthn/server/helpers'
import type { StoreFor } from '../../config/store.ts'
import { base64urlDecode } from '../../crypto/encoding.ts'
import type { Macs } from '../../crypto/mac.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { InvalidRequest, WebAuthnVerificationError } from '../../errors/classes.ts'
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import type { Challenge } from './challenge.ts'
import { toBase64, toBase64url, createUserHandle } from './credential.ts'
import { isDecoy, standInKey } from './decoys.ts'
import {
  loadServerLibrary,
  requireFlags,
  requireResult,
  type ServerLibrary,
} from './server-library.ts'
import type { PasskeySettings } from './settings.ts'

/** The user and account of a credential. */
export interface Authenticated {
  readonly user: AdapterUser
  readonly account: AdapterAccount
  /** With the state to be stored. */
  readonly authenticator: AdapterAuthenticator
  /** Whether the backup state is another one than the stored one. */
  readonly backupChanged: boolean
  /** Whether the authenticator has verified its user. */
  readonly userVerified: boolean
}

/** A challenge, and the keys that made-up credentials are made with. */
interface Asked extends Challenge {
  readonly macs: Macs
  /** Ids of the other providers with passkeys, which a device cannot tell from this one. Default: none. */
  readonly others?: readonly string[]
}

/** A stored credential with its account. */
interface Found {
  readonly authenticator: AdapterAuthenticator
  readonly account: AdapterAccount
}

/** @param mayBeSaid - whether the person may learn that there is no such credential */
const unknownCredential = (
  { provider }: PasskeySettings,
  mayBeSaid: boolean,
): WebAuthnVerificationError =>
  new WebAuthnVerificationError(
    `No credential with this id is registered at "${provider}".`,
    mayBeSaid ? { unknownCredential: true } : {},
  )

/** The error of a stored key that another program has written. */
const undecodable = (): Error => new Error('The stored public key is not in base64')

/** What the store knows of an id. */
interface LookedUp {
  readonly found: Found | null
  /** Whether any user has a credential of this id. */
  readonly isHeld: boolean
}

/**
 * The credential with an id, and whether any user has one of this id: then a device may not forget it (section 5.1.10). The store is asked the
 * same where there is none.
 */
async function findCredential(
  { getAuthenticator, getAccount }: StoreFor<'webauthn'>,
  provider: string,
  { others = [] }: Asked,
  id: string,
): Promise<LookedUp> {
  const credentialID = toBase64(id)
  const authenticator = await getAuthenticator(credentialID)
  const key = authenticator?.providerAccountId ?? credentialID
  const account = await getAccount(key, provider)
  const elsewhere = await Promise.all(others.map((other) => getAccount(key, other)))
  const isFound = authenticator && account && sameId(account.userId, authenticator.userId)
  return {
    found: isFound ? { authenticator, account } : null,
    isHeld: [account, ...elsewhere].some(Boolean),
  }
}

/**
 * Whether a device may forget an id: not one that was listed, because one that was made up must not differ from one of a user, and
 * not while a user is signed in, whose device is given the whole list.
 */
async function mayBeForgotten(
  { macs, userHandle, startedBy }: Asked,
  id: string,
  { found, isHeld }: LookedUp,
): Promise<boolean> {
  if (userHandle !== undefined || startedBy !== undefined) return false
  return (found !== null || !isHeld) && !(await isDecoy(macs, id))
}

/** Web Authentication Level 3, section 7.2, step 6. */
async function requireUserHandle(
  { id }: AdapterUser,
  { userHandle: asked }: Challenge,
  userHandle: string | undefined,
  settings: PasskeySettings,
): Promise<void> {
  const handle = await createUserHandle(id)
  if (asked !== undefined && asked !== handle) {
    throw new WebAuthnVerificationError(
      'The credential belongs to another user than was asked for.',
    )
  }
  if (!settings.checkUserHandle) return
  if (userHandle === undefined) {
    if (asked !== undefined) return
    throw new WebAuthnVerificationError('The response does not name the user of the credential.')
  }
  if (userHandle !== handle) {
    throw new WebAuthnVerificationError(
      'The user handle is not the one of the user. If the credential was registered by another library, set `checkUserHandle: false`.',
    )
  }
}

function decodeAuthenticatorData(
  library: ServerLibrary,
  authenticatorData: string,
): ParsedAuthenticatorData {
  try {
    return library.parseAuthenticatorData(base64urlDecode(authenticatorData) ?? new Uint8Array())
  } catch (cause) {
    throw new InvalidRequest('The authenticator data cannot be decoded.', { err: asError(cause) })
  }
}

type AuthenticationInfo = VerifiedAuthenticationResponse['authenticationInfo']

/** Verifies the signature with a key in COSE. */
async function verifyAssertion(
  library: ServerLibrary,
  settings: PasskeySettings,
  { challenge, origins, rpId }: Challenge,
  {
    response,
    publicKey,
  }: {
    readonly response: AuthenticationResponseJSON
    readonly publicKey: Uint8Array<ArrayBuffer>
  },
): Promise<AuthenticationInfo> {
  const result = await library.verifyAuthenticationResponse({
    ...settings.authentication.verified,
    response,
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    // The counter is compared afterwards: the package compares it before the signature, so that the time of a wrong answer would show it.
    credential: { id: response.id, publicKey, counter: 0 },
  })
  const { verified, authenticationInfo } = requireResult('verifyAuthenticationResponse', result)
  if (!verified) throw new Error('The signature does not verify')
  return authenticationInfo
}

/** The state of the credential after an answer that was verified (Web Authentication Level 3, section 7.2, steps 19 and 22). */
function toAdvanced(
  stored: AdapterAuthenticator,
  { credentialDeviceType, credentialBackedUp, newCounter }: AuthenticationInfo,
): AdapterAuthenticator {
  // Section 6.1.3: whether a credential can be backed up never changes.
  if (credentialDeviceType !== stored.credentialDeviceType) {
    throw new Error('The backup eligibility is not the one of the registration')
  }
  if ((newCounter > 0 || stored.counter > 0) && newCounter <= stored.counter) {
    throw new Error('The signature counter is not higher than before: the key may be a copy')
  }
  return { ...stored, counter: newCounter, credentialBackedUp }
}

/**
 * Verifies an assertion (Web Authentication Level 3, section 7.2). Writes nothing. A wrong answer costs the same calls of the store and
 * one verification, whether its credential is known or not.
 *
 * @throws InvalidRequest when it cannot be decoded
 * @throws WebAuthnVerificationError when it does not verify
 */
export async function verifyAuthentication(
  store: StoreFor<'webauthn'>,
  settings: PasskeySettings,
  asked: Asked,
  response: AuthenticationResponseJSON,
): Promise<Authenticated> {
  const library = await loadServerLibrary(settings.functions)
  const data = decodeAuthenticatorData(library, response.response.authenticatorData)
  const { id } = response
  const { supportedAlgorithmIDs } = settings.registration.verified
  const standIn = await standInKey(library, asked.macs, id, supportedAlgorithmIDs)
  const looked = await findCredential(store, settings.provider, asked, id)
  const { found } = looked
  const mayBeSaid = await mayBeForgotten(asked, id, looked)
  const stored = found && base64urlDecode(toBase64url(found.authenticator.credentialPublicKey))
  try {
    requireFlags(data, settings.authentication.verified)
    const publicKey = stored ?? standIn
    const info = await verifyAssertion(library, settings, asked, { response, publicKey })
    // Asked last, since a wrong answer must not cost more where the credential is known.
    const user = found && (await store.getUser(found.account.userId))
    if (!found || !user) throw unknownCredential(settings, mayBeSaid)
    // Everybody can sign for a stand-in.
    if (!stored) throw undecodable()
    await requireUserHandle(user, asked, response.response.userHandle, settings)
    const { account, authenticator: before } = found
    const authenticator = toAdvanced(before, info)
    const backupChanged = authenticator.credentialBackedUp !== before.credentialBackedUp
    const { userVerified } = info
    return { user, account, authenticator, backupChanged, userVerified }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    if (!found) throw unknownCredential(settings, mayBeSaid)
    throw new WebAuthnVerificationError('The assertion could not be verified.', {
      err: stored ? asError(cause) : undecodable(),
    })
  }
}

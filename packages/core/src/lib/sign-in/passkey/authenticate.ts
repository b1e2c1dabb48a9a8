import { sameId } from '../../kit/account-id.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { ParsedAuthenticatorData } from '@simplewebauthn/server/helpers'
import type { StoreFor } from '../../config/store.ts'
import { base64urlDecode } from '../../crypto/encoding.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import { InvalidRequest, WebAuthnVerificationError } from '../../errors/classes.ts'
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import type { Challenge } from './challenge.ts'
import { toBase64, toBase64url, createUserHandle } from './credential.ts'
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
}

async function findCredential(
  { getAuthenticator, getAccount, getUser }: StoreFor<'webauthn'>,
  provider: string,
  id: string,
): Promise<Authenticated> {
  const authenticator = await getAuthenticator(toBase64(id))
  const account = authenticator && (await getAccount(authenticator.providerAccountId, provider))
  const user =
    account && sameId(account.userId, authenticator?.userId) && (await getUser(account.userId))
  if (authenticator && account && user) return { authenticator, account, user }
  throw new WebAuthnVerificationError(`No credential with this id is registered at "${provider}".`)
}

/** Web Authentication Level 3, section 7.2, step 6. */
async function requireUserHandle(
  { user }: Authenticated,
  { userHandle: asked }: Challenge,
  userHandle: string | undefined,
  settings: PasskeySettings,
): Promise<void> {
  const handle = await createUserHandle(user.id)
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

async function verifyAssertion(
  library: ServerLibrary,
  settings: PasskeySettings,
  { challenge, origins, rpId }: Challenge,
  {
    response,
    stored,
  }: { readonly response: AuthenticationResponseJSON; readonly stored: AdapterAuthenticator },
): Promise<AdapterAuthenticator> {
  const result = await library.verifyAuthenticationResponse({
    ...settings.authentication.verified,
    response,
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    credential: {
      id: response.id,
      publicKey: base64urlDecode(toBase64url(stored.credentialPublicKey)) ?? new Uint8Array(),
      counter: stored.counter,
    },
  })
  const { verified, authenticationInfo: info } = requireResult(
    'verifyAuthenticationResponse',
    result,
  )
  if (!verified) throw new Error('The signature does not verify')
  // Section 6.1.3: whether a credential can be backed up never changes.
  if (info.credentialDeviceType !== stored.credentialDeviceType) {
    throw new Error('The backup eligibility is not the one of the registration')
  }
  return { ...stored, counter: info.newCounter, credentialBackedUp: info.credentialBackedUp }
}

/**
 * Verifies an assertion (Web Authentication Level 3, section 7.2). Writes nothing.
 *
 * @throws InvalidRequest when it cannot be decoded
 * @throws WebAuthnVerificationError when it does not verify
 */
export async function verifyAuthentication(
  store: StoreFor<'webauthn'>,
  settings: PasskeySettings,
  challenge: Challenge,
  response: AuthenticationResponseJSON,
): Promise<Authenticated> {
  const library = await loadServerLibrary(settings.functions)
  const data = decodeAuthenticatorData(library, response.response.authenticatorData)
  const found = await findCredential(store, settings.provider, response.id)
  await requireUserHandle(found, challenge, response.response.userHandle, settings)
  try {
    requireFlags(data, settings.authentication.verified)
    const authenticator = await verifyAssertion(library, settings, challenge, {
      response,
      stored: found.authenticator,
    })
    return { ...found, authenticator }
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new WebAuthnVerificationError('The assertion could not be verified.', {
      err: asError(cause),
    })
  }
}

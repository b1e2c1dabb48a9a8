import { sameId } from '../account-id.ts'
import { requireMethods } from '../config/adapter.ts'
import type { SessionContext } from '../context.ts'
import { isAuthError } from '../errors/auth-error.ts'
import { AccountNotLinked, SessionRequired, WebAuthnVerificationError } from '../errors/classes.ts'
import { emit } from '../events/emit.ts'
import type { Adapter, AdapterAuthenticator, AdapterUser } from '../types/adapter.ts'
import { unit, type StoredIdentity } from './oauth.ts'
import { keepsWayIn, requireProven } from './first-proof.ts'
import type { WebAuthnEvidence } from './proof.ts'

/** Stores account and authenticator together. Without transactions, an account without authenticator is taken back. */
async function register(adapter: Adapter, evidence: WebAuthnEvidence): Promise<void> {
  const { account, authenticator } = evidence
  await unit(adapter, async (store) => {
    const { linkAccount, createAuthenticator } = requireMethods(store, [
      'linkAccount',
      'createAuthenticator',
    ])
    await linkAccount(account)
    try {
      await createAuthenticator(authenticator)
    } catch (error) {
      if (adapter.transaction || (await isStored(store, evidence))) throw error
      const { provider, providerAccountId } = account
      await store.unlinkAccount?.({ provider, providerAccountId })
      throw error
    }
  })
}

/** The credential as the store has it now, also where the store failed after it had taken it. */
async function storedNow(
  adapter: Adapter,
  { authenticator }: WebAuthnEvidence,
): Promise<AdapterAuthenticator | null> {
  try {
    return await requireMethods(adapter, ['getAuthenticator']).getAuthenticator(
      authenticator.credentialID,
    )
  } catch {
    return null
  }
}

function isThis(stored: AdapterAuthenticator, { authenticator }: WebAuthnEvidence): boolean {
  const { userId, credentialPublicKey } = authenticator
  return sameId(stored.userId, userId) && stored.credentialPublicKey === credentialPublicKey
}

/** Whether the store has what this ceremony registers: it may have failed after it did what it was asked. */
async function isStored(adapter: Adapter, evidence: WebAuthnEvidence): Promise<boolean> {
  const stored = await storedNow(adapter, evidence)
  return stored !== null && isThis(stored, evidence)
}

async function registerOnce(adapter: Adapter, evidence: WebAuthnEvidence): Promise<void> {
  try {
    await register(adapter, evidence)
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    const stored = await storedNow(adapter, evidence)
    if (!stored) throw cause
    if (isThis(stored, evidence)) return
    throw new AccountNotLinked('The credential has been registered by another request.')
  }
}

/**
 * Stores the signature counter. It is compared once more, with what another request may have stored meanwhile; that the
 * comparison and the write are one step is up to the transactions of the adapter.
 */
async function advanceCounter(
  adapter: Adapter,
  { authenticator }: WebAuthnEvidence,
): Promise<void> {
  const { credentialID, counter } = authenticator
  // Most passkeys do not count.
  if (counter === 0) return
  await unit(adapter, async (store) => {
    const { getAuthenticator, updateAuthenticatorCounter } = requireMethods(store, [
      'getAuthenticator',
      'updateAuthenticatorCounter',
    ])
    const stored = await getAuthenticator(credentialID)
    if (!stored || stored.counter >= counter) {
      throw new WebAuthnVerificationError('The signature counter has been used by another request.')
    }
    await updateAuthenticatorCounter(credentialID, counter)
  })
}

/** Who is signed in, in the session that started the ceremony. */
export interface WhoAsked {
  readonly signedIn: AdapterUser | null
  /** Looks them up again. */
  readonly signedInAgain: () => Promise<AdapterUser | null>
}

/**
 * The user of a WebAuthn ceremony, once the gate is open: a new credential is stored with its account, a known one has its
 * counter advanced.
 *
 * @throws EmailNotVerified when the address of the user could still become somebody else's
 * @throws SessionRequired when that session, or its user, is not there any more
 * @throws AccountNotLinked when the credential belongs to another user
 */
export async function resolveWebAuthnUser(
  { config }: SessionContext,
  evidence: WebAuthnEvidence,
  { signedIn, signedInAgain }: WhoAsked,
): Promise<StoredIdentity> {
  const { user, account, ceremony } = evidence
  const adapter = requireMethods(config.adapter, ['linkAccount'])
  if (signedIn && !sameId(signedIn.id, user.id)) {
    throw new AccountNotLinked(
      'The credential belongs to another user than the one who is signed in.',
    )
  }
  if (ceremony === 'authenticate') {
    await advanceCounter(adapter, evidence)
    return { user, account, isNewUser: false }
  }
  if (!signedIn) throw new SessionRequired('The session that asked for the registration has ended.')
  requireProven(config, user)
  await registerOnce(adapter, evidence)
  if (!(await keepsWayIn(config, { account, user, again: signedInAgain }))) {
    throw new SessionRequired('The session that asked for the registration has ended meanwhile.')
  }
  await emit(config, 'linkAccount', { user, account, profile: user })
  return { user, account, isNewUser: false }
}

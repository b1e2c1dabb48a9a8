import { sameId } from '../../kit/account-id.ts'
import type { StoreFor } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { isAuthError } from '../../errors/auth-error.ts'
import {
  AccountNotLinked,
  SessionRequired,
  WebAuthnVerificationError,
} from '../../errors/classes.ts'
import { emit } from '../../request/emit.ts'
import { withOpening } from '../../sessions/ownership.ts'
import type { AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import {
  earlierSignIn,
  signedInUser,
  unit,
  type PendingSignIn,
  type StoredIdentity,
} from '../pending-sign-in.ts'
import { staysLinked, requireProven } from '../first-proof.ts'
import type { WebAuthnEvidence } from '../proof.ts'

type PasskeyStore = StoreFor<'webauthn'>

/** Stores account and authenticator together. Without transactions, an account whose authenticator fails is unlinked again. */
async function storePasskey(outer: PasskeyStore, evidence: WebAuthnEvidence): Promise<void> {
  const { account, authenticator } = evidence
  await unit(outer, async (store) => {
    await store.linkAccount(account)
    try {
      await store.createAuthenticator(authenticator)
    } catch (error) {
      if (outer.transaction || (await isStored(store, evidence))) throw error
      const { provider, providerAccountId } = account
      await store.unlinkAccount?.({ provider, providerAccountId })
      throw error
    }
  })
}

/** The credential in the store, or `null` where the store fails. */
async function readStored(
  { getAuthenticator }: PasskeyStore,
  { authenticator }: WebAuthnEvidence,
): Promise<AdapterAuthenticator | null> {
  try {
    return await getAuthenticator(authenticator.credentialID)
  } catch {
    return null
  }
}

function isSameCredential(
  stored: AdapterAuthenticator,
  { authenticator }: WebAuthnEvidence,
): boolean {
  const { userId, credentialPublicKey } = authenticator
  return sameId(stored.userId, userId) && stored.credentialPublicKey === credentialPublicKey
}

/** Whether the store has the credential of this ceremony: a write that failed may have had its effect. */
async function isStored(store: PasskeyStore, evidence: WebAuthnEvidence): Promise<boolean> {
  const stored = await readStored(store, evidence)
  return stored !== null && isSameCredential(stored, evidence)
}

async function storePasskeyOnce(store: PasskeyStore, evidence: WebAuthnEvidence): Promise<void> {
  try {
    await storePasskey(store, evidence)
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    const stored = await readStored(store, evidence)
    if (!stored) throw cause
    if (isSameCredential(stored, evidence)) return
    throw new AccountNotLinked('The credential has been registered by another request.')
  }
}

const removed = (): WebAuthnVerificationError =>
  new WebAuthnVerificationError(
    'The passkey was removed during the sign-in. Sign in in another way.',
  )

/**
 * Checks that a passkey still belongs to its user, who may have removed it since it was found.
 *
 * @throws WebAuthnVerificationError when it has been removed
 */
export async function requireLinked({ provider, account, user }: WebAuthnEvidence): Promise<void> {
  const { providerAccountId, provider: id } = account
  const now = await provider.store.getAccount(providerAccountId, id)
  if (!now || !sameId(now.userId, user.id)) throw removed()
}

async function storeCounter(
  store: PasskeyStore,
  { credentialID, counter }: AdapterAuthenticator,
): Promise<void> {
  const stored = await store.getAuthenticator(credentialID)
  if (!stored) throw removed()
  if (stored.counter >= counter) {
    throw new WebAuthnVerificationError('The signature counter has been used by another request.')
  }
  await store.updateAuthenticatorCounter(credentialID, counter)
}

/**
 * Stores the signature counter, if it is still higher than the stored one. Only a transaction of the adapter makes comparison and write
 * one step.
 */
async function advanceCounter(
  outer: PasskeyStore,
  { authenticator }: WebAuthnEvidence,
): Promise<void> {
  // Most passkeys have no counter.
  if (authenticator.counter === 0) return
  try {
    await unit(outer, async (store) => storeCounter(store, authenticator))
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    // A passkey that was removed meanwhile has no counter to update.
    throw (await outer.getAuthenticator(authenticator.credentialID)) ? cause : removed()
  }
}

/** The user of the session that started the ceremony. */
export interface CeremonyStarter {
  readonly signedIn: AdapterUser | null
  /** Reads the user again. */
  readonly signedInAgain: () => Promise<AdapterUser | null>
}

/**
 * The user of a WebAuthn ceremony, after the gate. Stores a new credential with its account, or the counter of a known one.
 *
 * @throws EmailNotVerified when the address of the user is unproven
 * @throws SessionRequired when the session that started the ceremony, or its user, no longer exists
 * @throws AccountNotLinked when the credential belongs to another user
 */
export async function resolveWebAuthnUser(
  { config }: SessionContext,
  evidence: WebAuthnEvidence,
  { signedIn, signedInAgain }: CeremonyStarter,
): Promise<StoredIdentity> {
  const { user, account, ceremony, provider } = evidence
  if (signedIn && !sameId(signedIn.id, user.id)) {
    throw new AccountNotLinked(
      'The credential belongs to another user than the one who is signed in.',
    )
  }
  if (ceremony === 'authenticate') {
    await advanceCounter(provider.store, evidence)
    return { user, account, isNewUser: false }
  }
  if (!signedIn)
    throw new SessionRequired(
      'The session that requested the registration has ended. Sign in again.',
    )
  requireProven(config, user)
  const { store } = provider
  await storePasskeyOnce(store, evidence)
  if (!(await staysLinked(config, { store, account, user, again: signedInAgain }))) {
    throw new SessionRequired(
      'The session that requested the registration ended during it. Sign in again.',
    )
  }
  await emit(config, 'linkAccount', { user, account, profile: user })
  return { user, account, isNewUser: false }
}

/** A WebAuthn ceremony, before the gate. */
export async function prepareWebAuthn(
  context: SessionContext,
  evidence: WebAuthnEvidence,
): Promise<PendingSignIn> {
  const { user, account, startedBy, provider } = evidence
  const signedInAgain = (): Promise<AdapterUser | null> =>
    signedInUser(context, provider.store, startedBy)
  const signedIn = await signedInAgain()
  const adds = evidence.ceremony === 'register' && signedIn !== null
  const signedInAt = adds ? await earlierSignIn(context) : undefined
  return {
    params: { user, account },
    async store() {
      if (evidence.ceremony === 'authenticate') await requireLinked(evidence)
      const stored = await resolveWebAuthnUser(context, evidence, { signedIn, signedInAgain })
      return withOpening(context, { ...stored, signedInAt }, stored.user)
    },
  }
}

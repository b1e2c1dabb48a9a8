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
import { keepsWayIn, requireProven } from '../first-proof.ts'
import type { WebAuthnEvidence } from '../proof.ts'

type Store = StoreFor<'webauthn'>

/** Stores account and authenticator together. Without transactions, an account without authenticator is taken back. */
async function register(outer: Store, evidence: WebAuthnEvidence): Promise<void> {
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

/** The credential as the store has it now, also where the store failed after it had taken it. */
async function storedNow(
  { getAuthenticator }: Store,
  { authenticator }: WebAuthnEvidence,
): Promise<AdapterAuthenticator | null> {
  try {
    return await getAuthenticator(authenticator.credentialID)
  } catch {
    return null
  }
}

function isThis(stored: AdapterAuthenticator, { authenticator }: WebAuthnEvidence): boolean {
  const { userId, credentialPublicKey } = authenticator
  return sameId(stored.userId, userId) && stored.credentialPublicKey === credentialPublicKey
}

/** Whether the store has what this ceremony registers: it may have failed after it did what it was asked. */
async function isStored(store: Store, evidence: WebAuthnEvidence): Promise<boolean> {
  const stored = await storedNow(store, evidence)
  return stored !== null && isThis(stored, evidence)
}

async function registerOnce(store: Store, evidence: WebAuthnEvidence): Promise<void> {
  try {
    await register(store, evidence)
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    const stored = await storedNow(store, evidence)
    if (!stored) throw cause
    if (isThis(stored, evidence)) return
    throw new AccountNotLinked('The credential has been registered by another request.')
  }
}

const removed = (): WebAuthnVerificationError =>
  new WebAuthnVerificationError(
    'The passkey was removed during the sign-in. Sign in in another way.',
  )

/**
 * Looks again whether a passkey is there that somebody signs in with: they may have removed it since it was found.
 *
 * @throws WebAuthnVerificationError when it has been removed
 */
export async function requireLinked({ provider, account, user }: WebAuthnEvidence): Promise<void> {
  const { providerAccountId, provider: id } = account
  const now = await provider.store.getAccount(providerAccountId, id)
  if (!now || !sameId(now.userId, user.id)) throw removed()
}

async function storeCounter(
  store: Store,
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
 * Stores the signature counter. It is compared once more, with what another request may have stored meanwhile; that the
 * comparison and the write are one step is up to the transactions of the adapter.
 */
async function advanceCounter(outer: Store, { authenticator }: WebAuthnEvidence): Promise<void> {
  // Most passkeys do not count.
  if (authenticator.counter === 0) return
  try {
    await unit(outer, async (store) => storeCounter(store, authenticator))
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    // There is no counter of a passkey that was removed between the two.
    throw (await outer.getAuthenticator(authenticator.credentialID)) ? cause : removed()
  }
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
  await registerOnce(store, evidence)
  if (!(await keepsWayIn(config, { store, account, user, again: signedInAgain }))) {
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

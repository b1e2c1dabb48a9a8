import { sameId } from '../../kit/account-id.ts'
import type { StoreFor } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { toFeatureUser } from '../../config/feature-user.ts'
import type { Clock } from '../../kit/clock.ts'
import { asError, isAuthError } from '../../errors/auth-error.ts'
import {
  AccountNotLinked,
  SessionRequired,
  WebAuthnVerificationError,
} from '../../errors/classes.ts'
import { emit } from '../../request/emit.ts'
import { withOpening } from '../../sessions/ownership.ts'
import { noteAdded } from '../../sessions/marks.ts'
import type { AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import {
  earlierSignIn,
  signedInUser,
  unit,
  type PendingSignIn,
  type StoredIdentity,
} from '../pending-sign-in.ts'
import { staysLinked } from '../first-proof.ts'
import type { WebAuthnEvidence } from '../proof.ts'
import { forgetUnused, markUnused } from '../unused-passkey.ts'
import { requireProven } from './require-proven.ts'
import { tryNamePasskey } from '../names/passkey-names.ts'

type PasskeyStore = StoreFor<'webauthn'>

/** Stores account and authenticator together. Without transactions, an account whose authenticator fails is unlinked again. */
async function storePasskey(
  outer: PasskeyStore,
  evidence: WebAuthnEvidence,
  clock: Clock,
): Promise<void> {
  const { account, authenticator } = evidence
  await unit(outer, async (store) => {
    await markUnused(store, authenticator, clock)
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

async function storePasskeyOnce(
  store: PasskeyStore,
  evidence: WebAuthnEvidence,
  clock: Clock,
): Promise<void> {
  try {
    await storePasskey(store, evidence, clock)
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

/** Stores that a passkey has signed in. The sign-in does not depend on it: the next one stores it again. */
export async function storeFirstUse(
  { config: { log } }: SessionContext,
  { provider, authenticator }: WebAuthnEvidence,
): Promise<void> {
  try {
    await forgetUnused(provider.store, authenticator)
  } catch (error) {
    log.error(asError(error))
  }
}

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

const usedAlready = (): WebAuthnVerificationError =>
  new WebAuthnVerificationError('The signature counter has been used by another request.')

/** For adapters without `authenticatorUse`: only a transaction that isolates makes comparison and write one step. */
async function storeCounter(
  store: PasskeyStore,
  { credentialID, counter }: AdapterAuthenticator,
): Promise<void> {
  const stored = await store.getAuthenticator(credentialID)
  if (!stored) throw removed()
  if (stored.counter >= counter) throw usedAlready()
  await store.updateAuthenticatorCounter(credentialID, counter)
}

/** Stores counter and backup state in one step, where the adapter can. */
async function storeUse(
  store: PasskeyStore,
  { credentialID, counter, credentialBackedUp }: AdapterAuthenticator,
): Promise<void> {
  const isFirst = await store.useAuthenticator?.({ credentialID, counter, credentialBackedUp })
  if (isFirst) return
  throw (await store.getAuthenticator(credentialID)) ? usedAlready() : removed()
}

/** Stores the signature counter, if it is still higher than the stored one, and the backup state. */
async function advance(
  store: PasskeyStore,
  { authenticator, backupChanged = false }: WebAuthnEvidence,
): Promise<void> {
  const { counter, credentialID } = authenticator
  const isAtomic = store.capabilities?.authenticatorUse === true
  // Most passkeys have no counter, and change their backup state once at most.
  if (counter === 0 && !(isAtomic && backupChanged)) return
  try {
    if (isAtomic) await storeUse(store, authenticator)
    else await unit(store, async (inner) => storeCounter(inner, authenticator))
  } catch (cause) {
    if (isAuthError(cause) && cause.type !== 'AdapterError') throw cause
    // A passkey that was removed meanwhile has no counter to update.
    throw (await store.getAuthenticator(credentialID)) ? cause : removed()
  }
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
  signedIn: AdapterUser | null,
): Promise<StoredIdentity> {
  const { user, account, ceremony, provider } = evidence
  if (signedIn && !sameId(signedIn.id, user.id)) {
    throw new AccountNotLinked(
      'The credential belongs to another user than the one who is signed in.',
    )
  }
  if (ceremony === 'authenticate') {
    await advance(provider.store, evidence)
    return { user, account, isNewUser: false }
  }
  if (!signedIn)
    throw new SessionRequired(
      'The session that requested the registration has ended. Sign in again.',
    )
  requireProven(config, user)
  const { store } = provider
  await noteAdded(config, account)
  await storePasskeyOnce(store, evidence, config.clock)
  if (!(await staysLinked(config, { store, account, user }))) {
    throw new SessionRequired(
      'The session that requested the registration ended during it. Sign in again.',
    )
  }
  const { authenticator, name = null } = evidence
  if (name !== null) await tryNamePasskey(config, authenticator, name)
  await emit(config, 'linkAccount', { user, account, profile: user, isNewUser: false })
  return { user, account, isNewUser: false }
}

/** A WebAuthn ceremony, before the gate. */
export async function prepareWebAuthn(
  context: SessionContext,
  evidence: WebAuthnEvidence,
): Promise<PendingSignIn> {
  const { user, account, startedBy, provider } = evidence
  const signedIn = await signedInUser(context, provider.store, startedBy)
  const adds = evidence.ceremony === 'register' && signedIn !== null
  const earlier = adds ? await earlierSignIn(context) : undefined
  return {
    params: { user, account },
    known: async () => toFeatureUser(user),
    adds,
    async store() {
      if (evidence.ceremony === 'authenticate') await requireLinked(evidence)
      const stored = await resolveWebAuthnUser(context, evidence, signedIn)
      return withOpening(context, { ...stored, earlier }, stored.user)
    },
  }
}

import { sha256 } from '../crypto/hash.ts'
import type { Clock } from '../kit/clock.ts'
import type { Adapter, AdapterAuthenticator, VerificationToken } from '../types/adapter.ts'

/** Keeps the row of a passkey that is never used; after it, the passkey counts like one that was used. In milliseconds: five years. */
const KEPT = 5 * 365 * 86_400_000

type Key = Pick<VerificationToken, 'identifier' | 'token'>

/** With the public key: an authenticator may be registered again with another one. */
async function keyOf({ credentialID, credentialPublicKey }: AdapterAuthenticator): Promise<Key> {
  const token = await sha256(JSON.stringify([credentialID, credentialPublicKey]))
  return { identifier: 'webauthn-unused', token }
}

/** Whether the adapter can keep what follows: a row that is read without being used up. */
const canKeep = ({ capabilities }: Adapter): boolean => capabilities?.tokenReads === true

/**
 * Stores that a passkey has never signed in. A registration proves no private key (Web Authentication Level 3, section 6.5.4, "none"),
 * so that a faulty authenticator may leave one that never will.
 */
export async function markUnused(
  store: Adapter,
  authenticator: AdapterAuthenticator,
  clock: Clock,
): Promise<void> {
  if (!canKeep(store)) return
  const expires = new Date(clock() + KEPT)
  await store.createVerificationToken?.({ ...(await keyOf(authenticator)), expires })
}

/** Forgets it, after a sign-in or with the passkey. */
export async function forgetUnused(
  store: Adapter,
  authenticator: AdapterAuthenticator,
): Promise<void> {
  if (canKeep(store)) await store.useVerificationToken?.(await keyOf(authenticator))
}

/** Whether a passkey has never signed in, as far as the store says. */
export async function isUnused(
  store: Adapter,
  authenticator: AdapterAuthenticator,
): Promise<boolean> {
  if (!canKeep(store)) return false
  return Boolean(await store.getVerificationToken?.(await keyOf(authenticator)))
}

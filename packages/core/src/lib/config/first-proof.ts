import type { AdapterUser } from '../types/adapter.ts'
import type { ResolvedConfig } from './resolve.ts'

/**
 * Stands for the time of a first proof that has begun and is not complete (decision 023). Every store can keep it, none
 * takes it for nothing, and nobody proved an address then.
 */
const BEING_PROVEN = Date.UTC(1970, 0, 2)

/** Milliseconds in which whoever looked before a proof may still write, or may have seen half of it. */
const SETTLING = 60_000

type Verified = Pick<AdapterUser, 'emailVerified'>

/** What is stored while the first proof of an address is not complete. */
export function beingProven(): Date {
  return new Date(BEING_PROVEN)
}

/** Whether the first proof of the address has begun and is not complete: it may have broken off. */
export function isBeingProven({ emailVerified }: Verified): boolean {
  // Stores of other ecosystems leave out members that are not set, or have texts for times.
  return Boolean(emailVerified) && new Date(emailVerified ?? 0).getTime() === BEING_PROVEN
}

/** Whether somebody has proven the address of the user. */
export function isProven(user: Verified): boolean {
  return Boolean(user.emailVerified) && !isBeingProven(user)
}

/** Whether addresses are proven here by mail: only then can a user come to belong to somebody else. */
export function provesAddresses({
  adapter,
  providers,
  leftOut,
}: Pick<ResolvedConfig, 'adapter' | 'providers' | 'leftOut'>): boolean {
  if (!adapter) return false
  if ([...providers.values()].some(({ kind }) => kind === 'email')) return true
  // One that was left out may be back tomorrow; one that could not be made may be of any kind.
  return leftOut.some(({ kind = 'email' }) => kind === 'email')
}

/**
 * Whether the user can come to belong to somebody else, or has just done so: the address is unproven, or was proven within
 * the last minute.
 */
export function mayChangeHands(
  { clock }: Pick<ResolvedConfig, 'clock'>,
  { email, emailVerified }: Pick<AdapterUser, 'email' | 'emailVerified'>,
): boolean {
  if (!email) return false
  if (!isProven({ emailVerified })) return true
  return clock() - new Date(emailVerified ?? 0).getTime() < SETTLING
}

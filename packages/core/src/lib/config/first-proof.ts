import type { AdapterUser } from '../types/adapter.ts'
import type { ResolvedConfig } from './resolved-config.ts'

/**
 * Stands for the time of a first proof that has begun and is not complete (decision 023). Every store can keep it, none
 * takes it for nothing, and no address was proven then.
 */
const BEING_PROVEN = Date.UTC(1970, 0, 2)

/** Most milliseconds by which a driver that takes times for those of its own zone gives them back changed. */
const ZONE = 14 * 3_600_000

/** Milliseconds in which a request that read the user before a proof may still write. */
const SETTLING = 60_000

/** Milliseconds by which the clocks of two instances may differ, and by which a store may cut off a time. */
const CLOCKS = 2000

type Verified = Pick<AdapterUser, 'emailVerified'>

/** The marker that is stored while the first proof of an address is not complete. */
export function beingProven(): Date {
  return new Date(BEING_PROVEN)
}

/** Whether the first proof of the address has begun and is not complete: it may have broken off. */
export function isBeingProven({ emailVerified }: Verified): boolean {
  // Stores of other ecosystems leave out members that are not set, or have texts for times.
  const time = new Date(emailVerified ?? 0).getTime()
  return Boolean(emailVerified) && Math.abs(time - BEING_PROVEN) <= ZONE
}

/** Whether the address of the user is proven. */
export function isProven(user: Verified): boolean {
  return Boolean(user.emailVerified) && !isBeingProven(user)
}

/** Whether addresses are proven here by mail: only then can a user come to belong to another person. */
export function provesAddresses({
  adapter,
  mailSender,
  skipped,
}: Pick<ResolvedConfig, 'adapter' | 'mailSender' | 'skipped'>): boolean {
  if (!adapter) return false
  // Where its mails sign no one in, features prove addresses with them.
  if (mailSender) return true
  // One that was left out may be back tomorrow; one that could not be made may be of any kind.
  return skipped.some(({ kind = 'email' }) => kind === 'email')
}

/**
 * Whether a complete proof was there when the application looked the user up. A time that cannot be read is an old
 * one.
 *
 * @param askedAt - milliseconds since the epoch, by the clock of the instance that asked
 */
export function wasProvenAt({ emailVerified }: Verified, askedAt: number): boolean {
  if (!isProven({ emailVerified })) return false
  return !(new Date(emailVerified ?? 0).getTime() + CLOCKS > askedAt)
}

/**
 * Whether a proof was complete after something began here, by one clock: where a later proof removes what it was compared with, or stored. A
 * store may have cut off the time to whole seconds.
 *
 * @param begunAt - milliseconds since the epoch
 */
export function wasProvenSince({ emailVerified }: Verified, begunAt: number): boolean {
  if (!isProven({ emailVerified })) return false
  const time = new Date(emailVerified ?? 0).getTime()
  return (time % 1000 === 0 ? time + 999 : time) > begunAt
}

/**
 * Whether the user can come to belong to another person, or has just done so: no address is proven, or one was within the
 * last minute. A user without an address can still receive one.
 */
export function mayChangeHands(
  { clock }: Pick<ResolvedConfig, 'clock'>,
  { emailVerified }: Verified,
): boolean {
  if (!isProven({ emailVerified })) return true
  return clock() - new Date(emailVerified ?? 0).getTime() < SETTLING
}

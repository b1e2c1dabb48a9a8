import type { SignInPageReason } from '../types/pages.ts'

const REASONS: ReadonlySet<unknown> = new Set<SignInPageReason>([
  'cancelled',
  'expired',
  'ours',
  'service',
  'other-way',
])

/** One of the words that say whose doing a failure was: an address may say anything. */
export function asReason(given: unknown): SignInPageReason | undefined {
  // The set has every word of the type, and no other.
  return REASONS.has(given) ? (given as SignInPageReason) : undefined
}

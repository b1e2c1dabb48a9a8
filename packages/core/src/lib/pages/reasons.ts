import type { SignInPageReason } from '../types/pages.ts'

const REASONS: ReadonlySet<unknown> = new Set<SignInPageReason>([
  'cancelled',
  'expired',
  'ours',
  'service',
  'other-way',
  'removed',
  'step-up',
])

/** The reason of a failure from a parameter, which may have any value. */
export function asReason(given: unknown): SignInPageReason | undefined {
  // The set has every word of the type, and no other.
  return REASONS.has(given) ? (given as SignInPageReason) : undefined
}

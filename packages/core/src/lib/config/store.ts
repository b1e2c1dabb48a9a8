import { MissingAdapter, MissingAdapterMethods } from '../errors/classes.ts'
import type { Adapter } from '../types/adapter.ts'
import { missingMethods, type StoreMethods } from './adapter.ts'
import { FEATURES, type METHODS, type Used } from './features.ts'

/** What makes a row good for one use. */
export type SingleUseRows = StoreMethods<'createVerificationToken' | 'useVerificationToken'>

/** The store of a feature: what the feature cannot be without is there, everything else may be. */
export type StoreFor<F extends keyof typeof METHODS> = Omit<Adapter, (typeof METHODS)[F][number]> &
  StoreMethods<(typeof METHODS)[F][number]>

/**
 * Checks that the adapter has what the features in use ask for.
 *
 * @throws MissingAdapter when one cannot be without
 * @throws MissingAdapterMethods naming those that are not there
 */
export function checkStore(adapter: Adapter | undefined, used: Used): void {
  for (const { subject, isUsed, methods, required, otherwise } of Object.values(FEATURES)) {
    if (!isUsed(used)) continue
    const instead = `Use one that has everything, such as @latchstring/adapter-sql, or ${otherwise}.`
    if (!adapter) {
      if (required) throw new MissingAdapter(`${subject} needs an adapter. ${instead}`)
      continue
    }
    const missing = missingMethods(adapter, methods)
    if (missing.length > 0) {
      throw new MissingAdapterMethods(
        `${subject} needs ${missing.join(', ')}; the adapter lacks them. ${instead}`,
      )
    }
  }
}

/** Rows of which the store gives each to one of those who use it at the same moment, if it promises that. */
export function singleUseRows(wrapped: Adapter | undefined): SingleUseRows | undefined {
  if (wrapped?.capabilities?.atomicConsume !== true) return undefined
  // A declared capability has been checked to have its methods.
  return wrapped as Adapter & SingleUseRows
}

/** What tells whether the address of a user was proven after a session of theirs was opened (decision 023). */
export type ProofStore = StoreMethods<'getUser' | 'getUserByEmail'> &
  Pick<Adapter, 'getUserByAccount'>

/** The store for that, where the adapter can tell. */
export function proofStore(wrapped: Adapter | undefined): ProofStore | undefined {
  if (!wrapped || missingMethods(wrapped, ['getUser', 'getUserByEmail']).length > 0)
    return undefined
  // The methods have just been found.
  return wrapped as ProofStore
}

import type { RowCounts } from '@latchstring/adapter-conformance'

/** How many records of each kind keys are of. */
export function countRecords(keys: readonly string[]): RowCounts {
  const count = (pattern: RegExp): number => keys.filter((key) => pattern.test(key)).length
  return {
    users: count(/^\{user:[^}]*\}$/),
    accounts: count(/^\{account:/),
    sessions: count(/^\{user:[^}]*\}:session:/),
    verificationTokens: count(/^\{token:/),
  }
}

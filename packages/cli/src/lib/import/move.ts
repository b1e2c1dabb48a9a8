import { describeError } from '../describe-error.ts'
import { moveAccounts, movePasswords } from './move-accounts.ts'
import { moveFactors } from './move-factors.ts'
import { movePasskeys, moveSessions } from './move-rest.ts'
import { moveUsers } from './move-users.ts'
import { createTally, type Part } from './tally.ts'
import type { ImportWork, Move } from './work.ts'

/** Says how far it is. */
export type Progress = (part: Part, rows: number) => void

/** What a walk has found, or done. */
export type Moved = Pick<Move, 'tally' | 'notes' | 'unproven' | 'unknownProviders' | 'columns'>

/** Second factors come before anything that a user could sign in with without them. */
const STEPS = [
  moveUsers,
  moveFactors,
  moveAccounts,
  movePasswords,
  movePasskeys,
  moveSessions,
] as const

/**
 * Walks through everything, in an order in which it can be stopped at any row and be begun again: what is there is compared, what is not there
 * is stored.
 *
 * @throws Error that names the row at which the store failed
 */
export async function move(
  work: ImportWork,
  { writes, progress }: { readonly writes: boolean; readonly progress: Progress },
): Promise<Moved> {
  const rows = new Map<Part, number>()
  const whole: Move = {
    ...work,
    writes,
    tally: createTally(),
    notes: { tokens: 0, passkeyNames: 0 },
    blocked: new Set(),
    people: new Set(),
    unproven: new Set(),
    factorsOf: new Set(),
    addresses: new Map(),
    accounts: new Map(),
    unknownProviders: new Set(),
    columns: new Set(),
    async at(part, row, run) {
      try {
        await run()
      } catch (error) {
        throw new Error(`${part}, at the row ${row}: ${describeError(error)}`, { cause: error })
      }
      const count = (rows.get(part) ?? 0) + 1
      rows.set(part, count)
      progress(part, count)
    },
  }
  for (const step of STEPS) await step(whole)
  return whole
}

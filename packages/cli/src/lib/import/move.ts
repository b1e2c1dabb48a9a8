import type { Adapter } from '@latchstring/core/adapters'
import { describeError } from '../describe-error.ts'
import type { ImportApplication } from './application.ts'
import { moveAccounts, movePasswords } from './move-accounts.ts'
import { moveFactors } from './move-factors.ts'
import { movePasskeys, moveSessions } from './move-rest.ts'
import { moveUsers } from './move-users.ts'
import type { TargetProviders } from './providers.ts'
import type { Unseal } from './sealed.ts'
import type { Source } from './source.ts'
import { createTally, type Part, type Tally } from './tally.ts'

type Method = 'createUser' | 'getUser' | 'getUserByEmail' | 'linkAccount' | 'getAccount'

/** The store of the application, with what every import needs. */
export type ImportStore = Adapter & { readonly [Name in Method]-?: NonNullable<Adapter[Name]> }

type Call = (...given: readonly unknown[]) => Promise<unknown>

/** The operations of features that take over what signs users in. */
export interface ImportFeatures {
  readonly passwords: { readonly has: Call; readonly setHash: Call } | undefined
  readonly factors:
    | { readonly has: Call; readonly importTotp: Call; readonly importCodes: Call }
    | undefined
}

/** What `--skip` can leave out. */
export type Skippable = 'passwords' | 'factors' | 'passkeys' | 'sessions'

/** What an import has to work with. */
export interface ImportWork {
  readonly source: Source
  readonly application: ImportApplication
  readonly store: ImportStore
  readonly features: ImportFeatures
  readonly providers: TargetProviders
  /** `undefined` where nothing is sealed. */
  readonly unseal: Unseal | undefined
  readonly skipped: ReadonlySet<Skippable>
}

/** What is worth a sentence, and no loss of a single user. */
export interface Notes {
  /** Accounts with tokens of their services. */
  tokens: number
  passkeyNames: number
}

/** One walk through everything. */
export interface Move extends ImportWork {
  /** Whether it writes; otherwise it only says what would be written. */
  readonly writes: boolean
  readonly tally: Tally
  readonly notes: Notes
  /** Users who stay behind. */
  readonly blocked: Set<string>
  /** Users whose address is not proven. */
  readonly unproven: Set<string>
  /** Users with a second factor for whom no app was found yet. */
  readonly factorsOf: Set<string>
  /** Users by address. */
  readonly addresses: Map<string, string>
  /** Users by account, where accounts have issuers. */
  readonly accounts: Map<string, string>
  readonly unknownProviders: Set<string>
  /** Columns of users that are filled and have no place in the target. */
  readonly columns: Set<string>
  /**
   * Runs what concerns a row.
   *
   * @throws Error that names the row
   */
  at(part: Part, row: string, run: () => Promise<void>): Promise<void>
}

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

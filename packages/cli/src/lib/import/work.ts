import type { Adapter } from '@latchstring/core/adapters'
import type { ImportApplication } from './application.ts'
import type { TargetProviders } from './providers.ts'
import type { Unseal } from './sealed.ts'
import type { Source } from './source.ts'
import type { Loss, Part, Tally } from './tally.ts'

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
  /** Users who do not: what is of no such user was written since users were read. */
  readonly people: Set<string>
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

/** Why what a user has stays behind with the user; `undefined` where it does not. */
export function leftWith(
  { blocked, people }: Pick<Move, 'blocked' | 'people'>,
  userId: string,
): Loss | undefined {
  if (blocked.has(userId)) return 'no-user'
  return people.has(userId) ? undefined : 'unknown-user'
}

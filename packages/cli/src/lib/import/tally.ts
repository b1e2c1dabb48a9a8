/** What is moved, in this order. */
export const PARTS = [
  'users',
  'factors',
  'backup codes',
  'accounts',
  'passwords',
  'passkeys',
  'sessions',
] as const

/** A kind of what is moved. */
export type Part = (typeof PARTS)[number]

/** Why something stays behind, where it matters to its user, as the end of a sentence. */
export const LOSSES = {
  'no-address': 'the address is not that of one mailbox',
  'same-address': 'another user of better-auth has the same address, but for its spelling',
  'address-taken': 'another user of the target has the address',
  'id-taken': 'the target has a user with this id and another address',
  'proven-since':
    'its address was proven in the target since, and was not in better-auth: what is here may be that of another person',
  banned: 'the user is banned, and nothing would keep the user out here',
  'no-user': 'its user stays behind',
  'unknown-user': 'better-auth had no such user when the import began',
  'no-provider':
    'the configuration has no such provider; --providers says which one takes its place',
  'other-ids':
    'this provider names accounts otherwise here; --providers NAME=ID moves them as they are',
  taken: 'it belongs to another user in the target',
  'two-issuers': 'another user has this account id at the same provider with another issuer',
  'no-feature': 'the configuration does not have the feature',
  skipped: '--skip leaves it out',
  sealed: 'none of the secrets opens it',
  unusable: 'the feature does not take it',
  'no-app': 'the second factor was a code by mail or text message',
  'no-migrate':
    "the configuration does not take over sessions: set migrate: { from: 'better-auth', secret, until }",
  unproven:
    'the address of the user is not proven, and the adapter cannot delete the sessions of a user at the first proof',
} as const

/** Why something stays behind that meant nothing any more. */
export const DROPPED = {
  ended: 'it has ended',
  'acting-for': 'an administrator acted for the user',
  unconfirmed: 'it was never confirmed',
} as const

export type Loss = keyof typeof LOSSES
export type Drop = keyof typeof DROPPED

/** What became of something, or would. */
export type Outcome = 'new' | 'moved' | 'there' | Loss | Drop

/** Those that stay behind for one reason. */
export interface Left {
  readonly count: number
  /** Ids of rows of better-auth, the first ones. */
  readonly rows: readonly string[]
}

/** What was counted of one part. */
export interface Counted {
  readonly new: number
  readonly moved: number
  readonly there: number
  readonly left: Readonly<Partial<Record<Loss, Left>>>
  readonly dropped: Readonly<Partial<Record<Drop, Left>>>
}

/** Ids that are shown for a reason. */
const SHOWN = 20

const isDrop = (outcome: string): outcome is Drop => Object.hasOwn(DROPPED, outcome)
const isLoss = (outcome: string): outcome is Loss => Object.hasOwn(LOSSES, outcome)

interface Counting {
  readonly counts: Map<Outcome, number>
  readonly rows: Map<Outcome, string[]>
}

/** Counts what becomes of each row. */
export interface Tally {
  /** @param row - its id in better-auth */
  add(part: Part, outcome: Outcome, row: string, count?: number): void
  of(part: Part): Counted
}

/** Makes a tally with nothing in it. */
export function createTally(): Tally {
  const parts = new Map<Part, Counting>()
  const find = (part: Part): Counting => {
    const found = parts.get(part) ?? { counts: new Map(), rows: new Map() }
    parts.set(part, found)
    return found
  }
  const pick = ({ counts, rows }: Counting, is: (outcome: string) => boolean) =>
    Object.fromEntries(
      [...counts]
        .filter(([outcome]) => is(outcome))
        .map(([outcome, count]) => [outcome, { count, rows: rows.get(outcome) ?? [] }]),
    )
  return {
    add(part, outcome, row, count = 1) {
      if (count === 0) return
      const { counts, rows } = find(part)
      counts.set(outcome, (counts.get(outcome) ?? 0) + count)
      const known = rows.get(outcome) ?? []
      if (known.length < SHOWN) rows.set(outcome, [...known, row])
    },
    of(part) {
      const counting = find(part)
      const count = (outcome: Outcome): number => counting.counts.get(outcome) ?? 0
      return {
        new: count('new'),
        moved: count('moved'),
        there: count('there'),
        left: pick(counting, isLoss),
        dropped: pick(counting, isDrop),
      }
    },
  }
}

/** How many things stay behind that matter to their users. */
export function countLosses(tally: Tally): number {
  return PARTS.flatMap((part) => Object.values(tally.of(part).left)).reduce(
    (sum, { count }) => sum + count,
    0,
  )
}

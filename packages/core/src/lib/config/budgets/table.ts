import type { Budget, LimitedAction, LimitSubject } from '../../types/limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The subjects of budgets in the order of spending: narrow ones first, so that a client does not empty the budget of others. */
export const SUBJECTS: readonly LimitSubject[] = [
  'device',
  'clientAndAccount',
  'address',
  'browser',
  'account',
  'application',
]

/** The limits of an action. */
export interface ActionLimits {
  readonly budgets: { readonly [S in LimitSubject]?: readonly Budget[] }
}

const budget = (points: number, window: number): readonly Budget[] => [{ points, window }]

/** Guesses of one account: a few in a row, and no more than a hundred a day (NIST SP 800-63B-4, section 3.2.2). */
const GUESSES = [...budget(10, 15 * MINUTE), ...budget(100, DAY)]

const INBOX = [...budget(5, HOUR), ...budget(12, DAY)]

/** The limited actions, with their default budgets. */
export const LIMITS: Readonly<Record<LimitedAction, ActionLimits>> = {
  password: {
    budgets: {
      device: GUESSES,
      clientAndAccount: budget(5, 5 * MINUTE),
      address: budget(100, 15 * MINUTE),
      account: GUESSES,
      application: budget(6_000, 15 * MINUTE),
    },
  },
  mail: {
    budgets: {
      device: INBOX,
      address: budget(30, HOUR),
      browser: budget(10, HOUR),
      account: INBOX,
      application: budget(1_000, HOUR),
    },
  },
  code: {
    budgets: {
      device: budget(20, DAY),
      address: budget(100, 15 * MINUTE),
      account: budget(20, DAY),
    },
  },
  webauthn: {
    budgets: {
      device: budget(60, 5 * MINUTE),
      address: budget(300, 5 * MINUTE),
      browser: budget(60, 5 * MINUTE),
      application: budget(1_000, 5 * MINUTE),
    },
  },
  update: {
    budgets: { address: budget(600, 5 * MINUTE), browser: budget(120, 5 * MINUTE) },
  },
}

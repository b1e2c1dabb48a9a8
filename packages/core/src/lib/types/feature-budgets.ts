/**
 * How often something may be tried: `limit` times at once, which return one by one within the window. An action that names it spends one
 * before it runs.
 */
export interface FeatureBudget {
  /** How many tries, from 1 to 100,000. */
  readonly limit: number
  /** In how many seconds, up to 31 days. */
  readonly window: number
  /**
   * Whose tries are counted together: `client`, by its network address, or by its browser where that is not known; `user`, who is signed in or whose
   * sign-in waits; `proof`, what a mail has proven, in a change with `session: 'proof'`; or the name of an input, by what was sent. Only a keyed
   * hash of it is kept.
   */
  readonly by: string
}

/** By name: camel-case words. */
export type FeatureBudgets = Readonly<Record<string, FeatureBudget>>

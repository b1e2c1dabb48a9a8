/** A user as features know one. */
export interface FeatureUser {
  /** Id of the user in the store. */
  readonly id: string
  /** Address, normalised; `null` where the store has none. */
  readonly email: string | null
  /** Whether the address was proven to belong to the user. */
  readonly emailVerified: boolean
  readonly name: string | null
}

/** What every part of a feature is given. There is no adapter, no cookie and no header in it. */
export interface FeatureContext {
  /** The present, in milliseconds since the epoch. */
  readonly now: () => number
  /**
   * A random text in base64url.
   *
   * @param bytes - 16 to 64. Default: 32
   */
  readonly random: (bytes?: number) => string
  /** Reads users; features write none. */
  readonly users: {
    /** The user with an id, or `null`. */
    readonly find: (id: string) => Promise<FeatureUser | null>
    /** The user with an address, or `null`. */
    readonly findByEmail: (email: string) => Promise<FeatureUser | null>
  }
  /** Writes a line to the log of the application. Never give it a secret. */
  readonly log: (level: 'warn' | 'debug', message: string) => void
}

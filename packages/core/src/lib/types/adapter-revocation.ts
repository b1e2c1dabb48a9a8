/** The target of an ending: one session, those of a user, those of a session at a provider, or all. */
export type RevocationKind = 'session' | 'user' | 'provider' | 'all'

/** An entry of the feed of endings, which is only ever appended to. */
export interface AdapterRevocation {
  /** What ends. */
  readonly kind: RevocationKind
  /** Id of the session, id of the user, a hash that names the session at the provider, or `*`. Up to 255 characters. */
  readonly key: string
  /**
   * With `user`, `all` and the name of a user at a provider: sessions of a smaller generation have ended. Otherwise 0, or the
   * generation that one session is to count as.
   */
  readonly generation: number
  /** Why, as a word such as `sign-out`. Up to 64 characters. */
  readonly reason: string
  /** When it was ended. */
  readonly at: Date
  /** From then on no session can exist that the entry ends: the row may go. */
  readonly expires: Date
}

/** An entry as the feed hands it out. */
export interface ListedRevocation extends AdapterRevocation {
  /** Where it is in the feed. Only the adapter reads it; callers pass it back unchanged. */
  readonly cursor: string
}

/** Which part of the feed. */
export interface RevocationRange {
  /** The entry after which to begin. Default: the beginning of the feed. */
  readonly after?: string
  /** How many entries at most. */
  readonly limit: number
}

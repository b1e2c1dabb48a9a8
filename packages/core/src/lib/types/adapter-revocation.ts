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

/** A device on which a person is signed in, as a store keeps it. */
export interface AdapterDevice {
  /** Id of the session; unique. It never leaves the server. */
  readonly sessionId: string
  /** Id of the user who is signed in. */
  readonly userId: string
  /** When the session was opened. */
  readonly createdAt: Date
  /** When the session was last extended. */
  readonly lastSeenAt: Date
  /** When the session ends. */
  readonly expires: Date
  /** Browser and system, such as `Firefox on Windows`. Up to 255 characters. */
  readonly label: string | null
  /** Whatever the application says of where it is. Up to 255 characters. */
  readonly place: string | null
  /** How the user signed in: id of the provider. */
  readonly provider: string | null
  /** A hash that names the session at the provider (`iss` and `sid`). */
  readonly providerSession: string | null
  /** A hash that names the user at the provider (`iss` and `sub`). */
  readonly providerSubject: string | null
}

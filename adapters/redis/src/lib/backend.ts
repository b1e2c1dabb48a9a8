/** Kinds of records that belong to a user and have their own key. */
export type OwnedKind = 'account' | 'authenticator'

/** Alternating names and values of a hash; an empty list if there is none. */
export type Fields = readonly string[]

/** A record that belongs to a user, by its keys. */
export interface OwnedRecord {
  readonly kind: OwnedKind
  readonly id: string
  /** Id of the user; empty to leave it. */
  readonly owner: string
  readonly fields: Fields
}

/** A session, by its keys. */
export interface SessionRecord {
  readonly token: string
  /** Id of the user; empty to leave it. */
  readonly owner: string
  /** Milliseconds since the epoch; empty to leave it. */
  readonly expires: string
  readonly fields: Fields
}

/**
 * The operations on the server. Ids are parts of keys. A text as the result is an error: `id` or `email` is in use, `user` or
 * `missing` does not exist.
 */
export interface Backend {
  /** @param email - empty for none */
  readonly createUser: (id: string, email: string, fields: Fields) => Promise<unknown>
  readonly readUser: (id: string) => Promise<unknown>
  readonly readUserByEmail: (email: string) => Promise<unknown>
  readonly readUserByAccount: (account: string) => Promise<unknown>
  /**
   * @param email - empty to remove it, `undefined` to leave it
   * @returns the user, or an error
   */
  readonly updateUser: (id: string, email: string | undefined, fields: Fields) => Promise<unknown>
  readonly deleteUser: (id: string) => Promise<unknown>
  readonly readOwned: (kind: OwnedKind, id: string) => Promise<unknown>
  readonly createOwned: (record: OwnedRecord) => Promise<unknown>
  /** @returns the record, or an error */
  readonly updateOwned: (record: OwnedRecord) => Promise<unknown>
  /** @returns 1 if the stored counter was lower, or both are 0, and the fields were changed */
  readonly useAuthenticator: (id: string, counter: string, fields: Fields) => Promise<unknown>
  /** @param owner - id of the user that the record has to belong to. Default: any user */
  readonly removeOwned: (kind: OwnedKind, id: string, owner?: string) => Promise<unknown>
  /** @returns the records */
  readonly listOwned: (kind: OwnedKind, owner: string) => Promise<unknown>
  /** Missing in a cluster, where no command reaches all keys. */
  readonly removeEverySession?: () => Promise<void>
  readonly createSession: (session: SessionRecord) => Promise<unknown>
  /** @returns session and user, or `null` */
  readonly readSession: (token: string) => Promise<unknown>
  /** @returns the session, or an error */
  readonly updateSession: (session: SessionRecord) => Promise<unknown>
  /** @returns 1 if the expiry was moved */
  readonly compareAndSetSession: (token: string, from: string, to: string) => Promise<unknown>
  readonly removeSession: (token: string) => Promise<unknown>
  readonly listSessions: (owner: string) => Promise<unknown>
  /** @returns the number of deleted sessions */
  readonly removeSessions: (owner: string, except: string) => Promise<unknown>
  readonly createToken: (id: string, expires: string, fields: Fields) => Promise<unknown>
  readonly readToken: (id: string) => Promise<unknown>
  /** @returns the token, which is deleted */
  readonly takeToken: (id: string) => Promise<unknown>
}

/** Kinds of records that belong to a user and are kept under a key of their own. */
export type OwnedKind = 'account' | 'authenticator'

/** Names and values of a hash in turn; an empty list when there is none. */
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
 * What the methods of the adapter ask of the server. Ids are parts of keys. What is wrong is told in a word: `id` or `email` when it
 * is in use, `user` or `missing` when it is not there.
 */
export interface Backend {
  /** @param email - empty for none */
  readonly createUser: (id: string, email: string, fields: Fields) => Promise<unknown>
  readonly readUser: (id: string) => Promise<unknown>
  readonly readUserByEmail: (email: string) => Promise<unknown>
  readonly readUserByAccount: (account: string) => Promise<unknown>
  /**
   * @param email - empty to take it away, `undefined` to leave it
   * @returns the user, or what is wrong
   */
  readonly updateUser: (id: string, email: string | undefined, fields: Fields) => Promise<unknown>
  readonly deleteUser: (id: string) => Promise<unknown>
  readonly readOwned: (kind: OwnedKind, id: string) => Promise<unknown>
  readonly createOwned: (record: OwnedRecord) => Promise<unknown>
  /** @returns the record, or what is wrong */
  readonly updateOwned: (record: OwnedRecord) => Promise<unknown>
  /** Changes the record if it belongs to that user. */
  readonly changeOwned: (record: OwnedRecord) => Promise<unknown>
  /** @param owner - id of the user it has to belong to; any unless given */
  readonly removeOwned: (kind: OwnedKind, id: string, owner?: string) => Promise<unknown>
  /** @returns the records */
  readonly listOwned: (kind: OwnedKind, owner: string) => Promise<unknown>
  /** Is there where one command reaches all keys. */
  readonly removeEverySession?: () => Promise<void>
  readonly createSession: (session: SessionRecord) => Promise<unknown>
  /** @returns session and user, or `null` */
  readonly readSession: (token: string) => Promise<unknown>
  /** @returns the session, or what is wrong */
  readonly updateSession: (session: SessionRecord) => Promise<unknown>
  /** @returns 1 when the expiry was moved */
  readonly compareAndSetSession: (token: string, from: string, to: string) => Promise<unknown>
  readonly removeSession: (token: string) => Promise<unknown>
  readonly listSessions: (owner: string) => Promise<unknown>
  /** @returns how many there were */
  readonly removeSessions: (owner: string, except: string) => Promise<unknown>
  readonly createToken: (id: string, expires: string, fields: Fields) => Promise<unknown>
  readonly readToken: (id: string) => Promise<unknown>
  /** @returns the token, which is deleted */
  readonly takeToken: (id: string) => Promise<unknown>
}

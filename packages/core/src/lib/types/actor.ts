/** Who acts for the user of a session (RFC 8693, section 4.1). */
export interface Actor {
  /** Id of that user in the store. */
  readonly sub: string
}

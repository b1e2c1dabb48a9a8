/** Claim with the administrator (RFC 8693, section 4.1). */
export const ACTOR = 'act'

/** Claim with the session of the administrator that an acting session is bound to. No token of a session has it. */
export const BOUND = 'latchstring_acting'

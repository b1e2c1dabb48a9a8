/** The identity of the application for browsers and authenticators (Web Authentication Level 3, section 4, "relying party"). */
export interface RelyingParty {
  /** RP ID: the host name of the application, or a domain it belongs to. Default: the host name. */
  readonly id?: string
  /** The name shown while a passkey is created. Default: the host. */
  readonly name?: string
  /** Origins that answers may come from, exactly as in `URL.origin`. Default: the origin of the application. */
  readonly origin?: string | readonly string[]
}

/** A relying party with all its members. The contract spells it like this. */
export interface RelayingParty {
  /** RP ID: the host name of the application, or a domain it belongs to. */
  readonly id: string
  /** The name shown while a passkey is created. */
  readonly name: string
  /** Origins that answers may come from, exactly as in `URL.origin`. */
  readonly origin: string | readonly string[]
}

/** Whether the authenticator verifies the person, by PIN or biometry (Web Authentication Level 3, section 5.8.6). */
export type UserVerification = 'required' | 'preferred' | 'discouraged'

/** Whether the authenticator keeps a discoverable credential (Web Authentication Level 3, section 5.4.6). */
export type ResidentKey = 'required' | 'preferred' | 'discouraged'

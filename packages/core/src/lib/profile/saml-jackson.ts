/** What Ory Polis, which was SAML Jackson of BoxyHQ, says about a person besides the id. */
export interface SAMLJacksonAttributes {
  /** What the identity provider of the tenant says; nobody has verified it. */
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /** What was asked for, with the tenant and the product of the connection. */
  readonly requested?: {
    readonly tenant?: string
    readonly product?: string
    readonly [member: string]: unknown
  }
  /** All attributes of the assertion. */
  readonly raw?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

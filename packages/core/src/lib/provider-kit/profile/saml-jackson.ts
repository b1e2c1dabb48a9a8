import type { ProfileUser } from '../../types/provider.ts'
import { joinNames } from './join-names.ts'
import { text } from './text.ts'

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

/** What the providers for Ory Polis take of them: everything but the id. */
export const samlUser = ({
  firstName,
  lastName,
  email,
}: SAMLJacksonAttributes): Omit<ProfileUser, 'id'> => ({
  name: joinNames(firstName, lastName),
  email: text(email),
  image: null,
  emailVerified: false,
})

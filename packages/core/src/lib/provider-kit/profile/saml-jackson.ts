import type { ProfileUser } from '../../types/provider.ts'
import { joinNames } from './join-names.ts'
import { text } from './text.ts'

/** The profile of Ory Polis, formerly SAML Jackson of BoxyHQ, without the id. */
export interface SAMLJacksonAttributes {
  /** From the identity provider of the tenant, not verified. */
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
  /** The parameters of the request, with the tenant and the product of the connection. */
  readonly requested?: {
    readonly tenant?: string
    readonly product?: string
    readonly [member: string]: unknown
  }
  /** All attributes of the assertion. */
  readonly raw?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

/** The user of the providers for Ory Polis, without the id. */
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

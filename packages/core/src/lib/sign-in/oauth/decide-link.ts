import { sameId } from '../../kit/account-id.ts'
import { isProven } from '../../config/first-proof.ts'
import type { AdapterUser } from '../../types/adapter.ts'

/** The input of the decision. */
export interface LinkFacts {
  /** The user the account is linked to already. */
  readonly userByAccount: AdapterUser | null
  /** The signed-in user, if the session of the request started the sign-in. */
  readonly signedInUser: AdapterUser | null
  /** The user with the same email address. */
  readonly userByEmail: AdapterUser | null
  /** The provider may link by email address. */
  readonly linkingAllowed: boolean
  /** The application says that it has proven every address of its users before it stored them. */
  readonly vouched?: boolean
  /** The provider says that the address is verified. */
  readonly providerVerified: boolean
}

/** The decision about an account. */
export type LinkDecision =
  | { readonly do: 'signIn'; readonly user: AdapterUser }
  | { readonly do: 'link'; readonly user: AdapterUser }
  | { readonly do: 'create' }
  | { readonly do: 'refuse'; readonly reason: 'belongs-to-another-user' | 'email-in-use' }

/** Decides which user an account of a provider belongs to. Without I/O, so that a table can test it. */
export function decideLink(facts: LinkFacts): LinkDecision {
  const { userByAccount, signedInUser, userByEmail, linkingAllowed } = facts
  if (userByAccount) {
    const other = signedInUser !== null && !sameId(signedInUser.id, userByAccount.id)
    return other
      ? { do: 'refuse', reason: 'belongs-to-another-user' }
      : { do: 'signIn', user: userByAccount }
  }
  if (signedInUser) return { do: 'link', user: signedInUser }
  if (!userByEmail) return { do: 'create' }
  const bothVerified = facts.providerVerified && (facts.vouched === true || isProven(userByEmail))
  return linkingAllowed && bothVerified
    ? { do: 'link', user: userByEmail }
    : { do: 'refuse', reason: 'email-in-use' }
}

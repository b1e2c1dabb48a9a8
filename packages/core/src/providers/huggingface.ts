import { standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** An organisation in {@link HuggingfaceProfile.orgs}. */
export interface HuggingfaceOrganization {
  readonly sub: string
  readonly name?: string
  readonly preferred_username?: string
  readonly picture?: string
  readonly isEnterprise?: boolean
  /** Role of the person in the organisation. */
  readonly roleInOrg?: string
  readonly [member: string]: unknown
}

/** Claims of Hugging Face. */
export interface HuggingfaceProfile {
  /** Stays the same when the account is renamed. */
  readonly sub: string
  readonly name?: string
  /** The user name. */
  readonly preferred_username?: string
  /** Page of the account. */
  readonly profile?: string
  /** Address of the picture. */
  readonly picture?: string
  readonly website?: string
  readonly email?: string
  readonly email_verified?: boolean
  /** Whether the account is a paid one. */
  readonly isPro?: boolean
  /** Whether there is a means of payment; with the scope `read-billing`. */
  readonly canPay?: boolean
  readonly orgs?: readonly HuggingfaceOrganization[]
  readonly [claim: string]: unknown
}

/**
 * Sign-in with Hugging Face.
 *
 * The application at Hugging Face needs the scope `email`; without it the authorization request is refused.
 *
 * Environment: `AUTH_HUGGINGFACE_ID`, `AUTH_HUGGINGFACE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://huggingface.co/docs/hub/oauth
 *
 * @example
 * ```ts
 * import Huggingface from '@latchstring/core/providers/huggingface'
 *
 * export const providers = [Huggingface({ authorization: { params: { scope: 'openid profile' } } })]
 * ```
 */
export default function Huggingface(
  options: OIDCUserConfig<HuggingfaceProfile> = {},
): OIDCConfig<HuggingfaceProfile> {
  return {
    id: 'huggingface',
    name: 'Hugging Face',
    type: 'oidc',
    issuer: 'https://huggingface.co',
    profile: standardUser,
    style: { bg: '#FFD21E', text: '#000' },
    options,
  }
}

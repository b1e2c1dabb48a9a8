import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of an Amazon Cognito user pool. */
export interface CognitoProfile extends StandardClaims {
  /** Id of the user in the user pool. */
  readonly sub: string
  /** Display name, where the user pool has the attribute. */
  readonly name?: string
  readonly email?: string
  /** Whether Cognito verified the address, or the attribute mapping of a federated provider says so. */
  readonly email_verified?: boolean
  /** Address of the picture, where the user pool has the attribute. */
  readonly picture?: string
  /** Name of the user in the user pool. */
  readonly 'cognito:username'?: string
  /** Groups of the user. */
  readonly 'cognito:groups'?: readonly string[]
}

/**
 * Sign-in with Amazon Cognito.
 *
 * `issuer` is the address of the user pool, `https://cognito-idp.<region>.amazonaws.com/<user pool id>`, not the domain
 * of the sign-in pages: discovery names that. The user pool needs such a domain. To go to one federated provider
 * directly, add `identity_provider` to `authorization.params`. `emailVerified` is worth as much as the attribute
 * mapping of federated providers: map `email_verified` only from one that proves addresses.
 *
 * Environment: `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET`, `AUTH_COGNITO_ISSUER`.
 *
 * @param options - overrides of any member; `issuer` is needed here or in the environment
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html
 *
 * @example
 * ```ts
 * import Cognito from '@latchstring/core/providers/cognito'
 *
 * export const providers = [
 *   Cognito({
 *     issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab12Cd34E',
 *   }),
 * ]
 * ```
 */
export default function Cognito<P extends CognitoProfile = CognitoProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'cognito',
    name: 'Cognito',
    type: 'oidc',
    requires: ['issuer'],
    profile: standardUser,
    style: { brandColor: '#C17B9E' },
    options,
  }
}

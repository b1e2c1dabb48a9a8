import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of the userinfo endpoint of BankID in Norway. */
export interface BankIDNorwayProfile extends StandardClaims {
  /** The person, as this client alone knows them. */
  readonly sub: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  /** `YYYY-MM-DD` */
  readonly birthdate?: string
  /** As the person entered it; BankID does not say that it is verified. */
  readonly email?: string
  /** Kind of BankID and level of assurance, such as `urn:bankid:bid;LOA=4`. */
  readonly acr?: string
  /** Kind of BankID: `BID`, `BIM` or `BIS`. */
  readonly amr?: string
  /** Personal identifier of the BankID certificate; the same for every client. */
  readonly bankid_altsub?: string
  /** National identity number; only for clients that may have it, with its scope. */
  readonly nnin_altsub?: string
  /** The bank that issued the certificate. */
  readonly originator?: string
}

/**
 * Sign-in with BankID in Norway.
 *
 * `login_hint` in `authorization.params` says with which kind of BankID people come in: `BIS`, with biometrics, unless
 * you set `BID`, with high assurance. The text on the pages is Norwegian, by `ui_locales`. The profile comes from the
 * userinfo endpoint, signed by BankID.
 *
 * Environment: `AUTH_BANKID_NO_ID`, `AUTH_BANKID_NO_SECRET`, and `AUTH_BANKID_NO_ISSUER` for another environment than
 * production, such as `https://auth.current.bankid.no/auth/realms/current`.
 *
 * @param options - overrides of any member
 * @see https://confluence.bankidnorge.no/confluence/pdoidcl
 *
 * @example
 * ```ts
 * import BankIDNorway from '@latchstring/core/providers/bankid-no'
 *
 * export const providers = [BankIDNorway({ authorization: { params: { login_hint: 'BID' } } })]
 * ```
 */
export default function BankIDNorway(
  options: OIDCUserConfig<BankIDNorwayProfile> = {},
): OIDCConfig<BankIDNorwayProfile> {
  return {
    id: 'bankid-no',
    name: 'BankID Norge',
    type: 'oidc',
    issuer: 'https://auth.bankid.no/auth/realms/prod',
    authorization: { params: { ui_locales: 'no', login_hint: 'BIS' } },
    client: {
      token_endpoint_auth_method: 'client_secret_post',
      userinfo_signed_response_alg: 'RS256',
    },
    idToken: false,
    profile: standardUser,
    style: { text: '#fff', bg: '#39134c' },
    options,
  }
}

import { type StandardClaims, standardUser } from '../lib/provider-kit/profile/standard-claims.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** Claims of an ID token of Kakao. Claims without the consent of the person are missing. */
export interface KakaoOIDCProfile extends StandardClaims {
  /** Id of the person for this application, as `GET /v2/user/me` has it. */
  readonly sub: string
  readonly nickname?: string
  /** The address of the account; there only where it is valid and verified. */
  readonly email?: string
  /** Address of the profile picture, 110 pixels wide. */
  readonly picture?: string
}

/** The consent is configured in the console; a scope asks for more. */
function withoutScope(request: URL): URL {
  if (request.searchParams.get('scope') === '') request.searchParams.delete('scope')
  return request
}

/**
 * Sign-in with Kakao by OpenID Connect, which has to be switched on for the application in the console.
 *
 * The client id is the REST API key; the client secret has to be switched on, too. The consent is configured in the console,
 * so no scope is sent; one of your own has to contain `openid`. Claims without the consent of the person are missing.
 * `emailVerified` is true wherever there is an address, because Kakao puts no other into an ID token.
 *
 * The account id is the same as with the provider `kakao`: pass `id: 'kakao'` to keep accounts.
 *
 * Environment: `AUTH_KAKAO_OIDC_ID`, `AUTH_KAKAO_OIDC_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
 *
 * @example
 * ```ts
 * import KakaoOIDC from '@latchstring/core/providers/kakao-oidc'
 *
 * export const providers = [KakaoOIDC({ id: 'kakao' })]
 * ```
 */
export default function KakaoOIDC<P extends KakaoOIDCProfile = KakaoOIDCProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'kakao-oidc',
    name: 'Kakao',
    type: 'oidc',
    issuer: 'https://kauth.kakao.com',
    authorization: { params: { scope: '' }, conform: withoutScope },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (claims) => {
      const user = standardUser(claims)
      // An ID token has the claim only for an address that is valid and verified; the userinfo endpoint says which one is.
      const verified = (claims.email_verified ?? true) === true
      return { ...user, emailVerified: verified && typeof user.email === 'string' }
    },
    style: { bg: '#FEE500', text: '#000' },
    options,
  }
}

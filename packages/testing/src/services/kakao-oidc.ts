import type { KakaoOIDCProfile } from '@latchstring/core/providers/kakao-oidc'
import type { Service } from '../service.ts'
import { kakaoRegistration, kakaoToken } from './kakao.ts'

const ISSUER = 'https://kauth.kakao.com'

/** @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api */
export const service: Service = {
  id: 'kakao-oidc',
  name: 'Kakao',
  protocol: 'oidc',
  issuer: ISSUER,
  jwksUri: `${ISSUER}/.well-known/jwks.json`,
  authorization: {
    url: `${ISSUER}/oauth/authorize`,
    scopes: ['openid', 'account_email', 'profile_nickname', 'profile_image'],
    // An application with OpenID Connect switched on needs no parameter for the ID token.
    defaultScope: 'account_email profile_image openid profile_nickname',
    pkce: 'supported',
  },
  token: kakaoToken({ expires_in: 7199, refresh_token_expires_in: 86_399 }),
  userinfo: 'https://kapi.kakao.com/v1/oidc/userinfo',
  persons: {
    documented: {
      claims: {
        sub: '123456789',
        auth_time: 1_661_967_952,
        nickname: 'JordyTest',
        picture: 'http://yyy.kakao.com/img_110x110.jpg',
        email: 'jordy@sample.example',
      } satisfies KakaoOIDCProfile,
    },
    minimal: { claims: { sub: '2' } satisfies KakaoOIDCProfile },
  },
  registration: kakaoRegistration('Kakao Login and OpenID Connect'),
}

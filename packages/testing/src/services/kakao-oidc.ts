import type { KakaoOIDCProfile } from '@latchstring/core/providers/kakao-oidc'
import type { Service } from '../service.ts'

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
  token: {
    url: `${ISSUER}/oauth/token`,
    authentication: ['client_secret_post'],
    answer: (standard) => ({
      ...standard,
      token_type: 'bearer',
      expires_in: 7199,
      refresh_token: 'kakao-refresh-token',
      refresh_token_expires_in: 86_399,
    }),
    error: (error, description) => ({
      status: 400,
      body: { error, error_description: description, error_code: 'KOE320' },
    }),
  },
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
  registration: {
    console: 'https://developers.kakao.com/console/app',
    steps: [
      'Create an application, and switch on Kakao Login and OpenID Connect.',
      'Enter the redirect URI.',
      'Choose the consent items nickname, profile image and account e-mail.',
      'Switch on the client secret, and copy it.',
      'Copy the REST API key: it is the client ID.',
    ],
    sources: [
      'https://developers.kakao.com/docs/latest/en/kakaologin/rest-api',
      'https://developers.kakao.com/docs/latest/en/kakaologin/prerequisite',
    ],
  },
}

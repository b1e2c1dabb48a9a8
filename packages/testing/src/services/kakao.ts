import type { KakaoProfile } from '@latchstring/core/providers/kakao'
import type { Registration, Service } from '../service.ts'

const ME = 'https://kapi.kakao.com/v2/user/me'

const ada: KakaoProfile = {
  id: 123456789,
  connected_at: '2022-04-11T01:45:28Z',
  kakao_account: {
    profile_nickname_needs_agreement: false,
    profile: {
      nickname: '홍길동',
      thumbnail_image_url: 'http://yyy.kakao.com/img_110x110.jpg',
      profile_image_url: 'http://yyy.kakao.com/img_640x640.jpg',
      is_default_image: false,
    },
    email_needs_agreement: false,
    is_email_valid: true,
    is_email_verified: true,
    email: 'sample@sample.example',
  },
}

/** The token endpoint, for OAuth 2.0 and for OpenID Connect. */
export const kakaoToken = (lifetimes: {
  readonly expires_in: number
  readonly refresh_token_expires_in: number
}): Service['token'] => ({
  url: 'https://kauth.kakao.com/oauth/token',
  authentication: ['client_secret_post'],
  // A refresh gives a new one only in the last month of the one before.
  refresh: { next: 'none', lifetime: lifetimes.refresh_token_expires_in },
  answer: (standard) => ({
    ...standard,
    token_type: 'bearer',
    expires_in: lifetimes.expires_in,
    ...('refresh_token' in standard && {
      refresh_token_expires_in: lifetimes.refresh_token_expires_in,
    }),
  }),
  error: (error, description) => ({
    status: 400,
    body: { error, error_description: description, error_code: 'KOE320' },
  }),
})

/** How to register an application, with the products that it uses. */
export const kakaoRegistration = (products: string): Registration => ({
  console: 'https://developers.kakao.com/console/app',
  steps: [
    `Create an application, and switch on ${products}.`,
    'Enter the redirect URI.',
    'Choose the consent items nickname, profile image and account email.',
    'Switch on the client secret, and copy it.',
    'Copy the REST API key: it is the client ID.',
  ],
  sources: [
    'https://developers.kakao.com/docs/latest/en/kakaologin/rest-api',
    'https://developers.kakao.com/docs/latest/en/kakaologin/prerequisite',
  ],
})

/** @see https://developers.kakao.com/docs/latest/en/kakaologin/rest-api */
export const service: Service = {
  id: 'kakao',
  name: 'Kakao',
  protocol: 'oauth',
  authorization: {
    url: 'https://kauth.kakao.com/oauth/authorize',
    scopes: ['openid', 'account_email', 'profile_nickname', 'profile_image'],
    defaultScope: 'account_email profile_nickname profile_image',
    pkce: 'supported',
  },
  token: kakaoToken({ expires_in: 43_199, refresh_token_expires_in: 5_184_000 }),
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: ada } },
    minimal: { answers: { [ME]: { id: 2 } satisfies KakaoProfile } },
  },
  registration: kakaoRegistration('Kakao Login'),
}

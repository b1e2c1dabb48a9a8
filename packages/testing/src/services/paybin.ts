import type { PaybinProfile } from '@latchstring/core/providers/paybin'
import type { Service } from '../service.ts'

const ada: PaybinProfile = {
  sub: 'b2d0a4ad-6f2f-4d38-a3cb-4c6f3a1f0b77',
  name: 'Ada Example',
  preferred_username: 'ada',
  given_name: 'Ada',
  family_name: 'Example',
  email: 'ada@example.com',
  email_verified: true,
  picture: 'https://idp.paybin.io/avatars/ada.png',
}

/** @see https://developers.paybin.io/knowledge-center/oidc */
export const service: Service = {
  id: 'paybin',
  name: 'Paybin',
  protocol: 'oidc',
  issuer: 'https://idp.paybin.io',
  authorization: {
    url: 'https://idp.paybin.io/oauth2/authorize',
    scopes: ['openid', 'profile', 'email'],
    pkce: 'supported',
  },
  token: {
    url: 'https://idp.paybin.io/oauth2/token',
    authentication: ['client_secret_post'],
  },
  userinfo: 'https://idp.paybin.io/oauth2/userinfo',
  persons: {
    documented: { claims: ada },
    minimal: { claims: { sub: 'm' } satisfies PaybinProfile },
  },
  registration: {
    console: 'https://portfolio.paybin.io',
    steps: [
      'Open Developer Settings, OAuth Applications, and create an application.',
      'Enter the redirect URI.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: ['https://developers.paybin.io/knowledge-center/oidc'],
  },
}

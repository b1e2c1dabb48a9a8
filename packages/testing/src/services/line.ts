import type { LineProfile } from '@latchstring/core/providers/line'
import type { Service } from '../service.ts'

const ada: LineProfile = {
  sub: 'U1234567890abcdef1234567890abcdef',
  name: 'Taro Line',
  picture: 'https://profile.line-scdn.net/0hExample',
  email: 'taro.line@example.com',
  amr: ['pwd'],
}

/** @see https://developers.line.biz/en/docs/line-login/integrate-line-login/ */
export const service: Service = {
  id: 'line',
  name: 'LINE',
  protocol: 'oidc',
  issuer: 'https://access.line.me',
  jwksUri: 'https://api.line.me/oauth2/v2.1/certs',
  // A web login is signed with the channel secret, whatever the discovery document says.
  idTokenAlgorithm: 'HS256',
  discovery: {
    id_token_signing_alg_values_supported: ['ES256'],
    subject_types_supported: ['pairwise'],
    token_endpoint_auth_methods_supported: undefined,
  },
  authorization: {
    url: 'https://access.line.me/oauth2/v2.1/authorize',
    requires: { scope: true },
    scopes: ['openid', 'profile', 'email'],
    pkce: 'supported',
    stateRequired: true,
  },
  token: {
    url: 'https://api.line.me/oauth2/v2.1/token',
    authentication: ['client_secret_post'],
    // 90 days from the access token beside it.
    refresh: { next: 'same', lifetime: 7_776_000 },
    answer: (standard) => ({ ...standard, expires_in: 2592000 }),
  },
  userinfo: 'https://api.line.me/oauth2/v2.1/userinfo',
  persons: {
    documented: { claims: ada },
    minimal: { claims: { sub: 'Um' } satisfies LineProfile },
  },
  registration: {
    console: 'https://developers.line.biz/console/',
    steps: [
      'Create a provider, and in it a LINE Login channel for web apps.',
      'Enter the redirect URI as Callback URL on the tab LINE Login.',
      'Apply for the permission to get email addresses if you need them.',
      'Publish the channel.',
      'Copy the Channel ID and the Channel secret.',
    ],
    sources: [
      'https://developers.line.biz/en/docs/line-login/integrate-line-login/',
      'https://developers.line.biz/en/docs/line-login/integrate-pkce/',
      'https://developers.line.biz/en/docs/line-login/verify-id-token/',
    ],
  },
}

import type { Auth0Profile } from '@latchstring/core/providers/auth0'
import type { Service } from '../service.ts'

const ISSUER = 'https://tenant.eu.auth0.com/'

/** @see https://auth0.com/docs/api/authentication */
export const service: Service = {
  id: 'auth0',
  name: 'Auth0',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}.well-known/jwks.json`,
  authorization: { url: `${ISSUER}authorize`, pkce: 'supported' },
  token: {
    url: `${ISSUER}oauth/token`,
    authentication: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    refresh: { needs: { scope: /\boffline_access\b/ }, next: 'new', reuseEndsAll: true },
  },
  userinfo: `${ISSUER}userinfo`,
  persons: {
    documented: {
      claims: {
        sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
        given_name: 'Ada',
        family_name: 'Lovelace',
        nickname: 'ada',
        name: 'Ada Lovelace',
        picture: 'https://s.gravatar.com/avatar/767fc9c115a1b989744c755db47feb60?s=480',
        updated_at: '2024-05-23T09:05:22.000Z',
        email: 'ada@example.com',
        email_verified: true,
        sid: 'z0PzT5cUtvSiKUGRlCTJ5rk3nDcQ9hVe',
      } satisfies Auth0Profile,
    },
    minimal: { claims: { sub: 'sms|5f7c8ec7c33c6c004bbafe83' } satisfies Auth0Profile },
  },
  registration: {
    console: 'https://manage.auth0.com/#/applications',
    steps: [
      'Choose Applications, Create Application, and Regular Web Applications.',
      'Open Settings, and enter the redirect URI under Allowed Callback URLs.',
      'Copy the Domain, the Client ID and the Client Secret; the issuer is https:// with the domain and a slash at the end.',
    ],
    sources: [
      'https://auth0.com/docs/get-started/applications/application-settings',
      'https://auth0.com/docs/authenticate/protocols/openid-connect-protocol',
    ],
  },
}

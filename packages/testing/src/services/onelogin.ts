import type { OneLoginProfile } from '@latchstring/core/providers/onelogin'
import { openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.onelogin.com/oidc/2'

/** @see https://developers.onelogin.com/openid-connect */
export const service: Service = {
  id: 'onelogin',
  name: 'OneLogin',
  ...openidAt(ISSUER, {
    authorization: 'auth',
    token: 'token',
    userinfo: 'me',
    scopes: ['openid', 'profile', 'email', 'name', 'groups', 'params', 'phone', 'custom_fields'],
  }),
  persons: {
    documented: {
      claims: {
        sub: '74112',
        name: 'Ada Byron',
        preferred_username: 'ada@example.com',
        given_name: 'Ada',
        family_name: 'Byron',
        email: 'ada@example.com',
        updated_at: 1700000000,
      } satisfies OneLoginProfile,
    },
    minimal: { claims: { sub: '74113' } },
  },
  registration: {
    console: 'https://www.onelogin.com/',
    steps: [
      'Open Administration, Applications, Add App, and search for OpenID Connect (OIDC).',
      'Enter the redirect URI in the tab Configuration.',
      'In the tab SSO choose Web as application type and Basic as authentication method of the token endpoint.',
      'Copy client ID and client secret, and give users access to the application.',
    ],
    sources: [
      'https://developers.onelogin.com/openid-connect',
      'https://developers.onelogin.com/openid-connect/api/provider-config',
    ],
  },
}

import type { VippsProfile } from '@latchstring/core/providers/vipps'
import type { Service } from '../service.ts'

const ISSUER = 'https://api.vipps.no/access-management-1.0/access/'
const USERINFO = 'https://api.vipps.no/vipps-userinfo-api/userinfo/'

const ada: VippsProfile = {
  sid: '7d78a726af92499e',
  sub: 'c06c4afe-d9e1-4c5d-939a-177d752a0944',
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  email: 'ada@example.com',
  email_verified: true,
}

/** @see https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/ */
export const service: Service = {
  id: 'vipps',
  name: 'Vipps',
  protocol: 'oidc',
  issuer: ISSUER,
  authorization: {
    url: `${ISSUER}oauth2/auth`,
    pkce: 'supported',
    stateRequired: true,
    scopes: [
      'openid',
      'name',
      'email',
      'phoneNumber',
      'address',
      'birthDate',
      'nin',
      'delegatedConsents',
    ],
  },
  token: {
    url: `${ISSUER}oauth2/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: USERINFO,
  resources: { [USERINFO]: {} },
  persons: {
    documented: {
      // The ID token has nothing of the profile.
      claims: { sub: ada.sub, sid: ada.sid },
      answers: { [USERINFO]: ada },
    },
    minimal: {
      claims: { sub: '0f1d3b5a-0000-4000-8000-000000000001' },
      answers: {
        [USERINFO]: { sub: '0f1d3b5a-0000-4000-8000-000000000001' } satisfies VippsProfile,
      },
    },
  },
  registration: {
    console: 'https://portal.vippsmobilepay.com/',
    steps: [
      'Sign in to the business portal, and choose For developers, then your sales unit.',
      'Choose Setup login, and activate login for the sales unit.',
      'Enter the redirect URI, and leave the token endpoint authentication method at client_secret_basic.',
      'Show the keys, and copy client_id and client_secret.',
    ],
    sources: [
      'https://developer.vippsmobilepay.com/docs/APIs/login-api/',
      'https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/user-info.md',
    ],
  },
}

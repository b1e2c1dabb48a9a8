import type { KindeProfile } from '@latchstring/core/providers/kinde'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.kinde.com'

/** @see https://docs.kinde.com/build/tokens/about-id-tokens/ */
export const service: Service = {
  id: 'kinde',
  name: 'Kinde',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  authorization: {
    url: `${ISSUER}/oauth2/auth`,
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'offline'],
  },
  token: {
    url: `${ISSUER}/oauth2/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${ISSUER}/oauth2/v2/user_profile`,
  persons: {
    documented: {
      claims: {
        sub: 'kp_0ba7c433e5d648cf992621ce99d42817',
        name: 'Ada Byron',
        given_name: 'Ada',
        family_name: 'Byron',
        email: 'ada@example.com',
        email_verified: true,
        picture: 'https://example.com/ada.png',
        org_codes: ['org_1767f11ce62'],
      } satisfies KindeProfile,
    },
    minimal: { claims: { sub: 'kp_1' } },
  },
  registration: {
    console: 'https://app.kinde.com/',
    steps: [
      'Open Settings, Applications, and add an application of the type back-end web.',
      'Enter the redirect URI as allowed callback URL.',
      'Copy domain, client ID and client secret; the issuer is the domain.',
    ],
    sources: [
      'https://docs.kinde.com/build/tokens/about-id-tokens/',
      'https://docs.kinde.com/get-started/connect/callback-urls/',
    ],
  },
}

import type { KindeProfile } from '@latchstring/core/providers/kinde'
import { openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.kinde.com'

/** @see https://docs.kinde.com/build/tokens/about-id-tokens/ */
export const service: Service = {
  id: 'kinde',
  name: 'Kinde',
  ...openidAt(ISSUER, {
    authorization: 'oauth2/auth',
    token: 'oauth2/token',
    userinfo: 'oauth2/v2/user_profile',
    scopes: ['openid', 'profile', 'email', 'offline'],
  }),
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

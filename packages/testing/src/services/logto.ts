import type { LogtoProfile } from '@latchstring/core/providers/logto'
import { openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.logto.app/oidc'

/** @see https://docs.logto.io/developers/custom-id-token */
export const service: Service = {
  id: 'logto',
  name: 'Logto',
  ...openidAt(ISSUER, {
    authorization: 'auth',
    token: 'token',
    userinfo: 'me',
    scopes: [
      'openid',
      'profile',
      'email',
      'offline_access',
      'phone',
      'address',
      'custom_data',
      'identities',
    ],
  }),
  persons: {
    documented: {
      claims: {
        sub: 'foo123bar456',
        name: null,
        username: 'ada',
        picture: 'https://example.com/ada.png',
        email: 'ada@example.com',
        email_verified: true,
      } satisfies LogtoProfile,
    },
    minimal: { claims: { sub: 'min123' } },
  },
  registration: {
    console: 'https://cloud.logto.io/',
    steps: [
      'Open Applications and create a traditional web application.',
      'Enter the redirect URI.',
      'Copy App ID as client ID, App secret as client secret, and the issuer endpoint.',
    ],
    sources: [
      'https://docs.logto.io/developers/custom-id-token',
      'https://docs.logto.io/quick-starts/next-auth',
    ],
  },
}

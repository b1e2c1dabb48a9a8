import type { BeyondIdentityProfile } from '@latchstring/core/providers/beyondidentity'
import { openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER =
  'https://auth-us.beyondidentity.com/v1/tenants/00012da391ea206d/realms/862e4b72cfdce072/applications/a8c0aa60-38e4-42b6-bd52-ef64aba5478b'

/** @see https://developer.beyondidentity.com/ */
export const service: Service = {
  id: 'beyondidentity',
  name: 'Beyond Identity',
  ...openidAt(ISSUER, { authorization: 'authorize', token: 'token', userinfo: 'userinfo' }),
  persons: {
    documented: {
      claims: {
        sub: 'ada-byron',
        name: 'Ada Byron',
        preferred_username: 'ada',
        email: 'ada@example.com',
      } satisfies BeyondIdentityProfile,
    },
    minimal: { claims: { sub: 'charles-babbage' } },
  },
  registration: {
    console: 'https://console-us.beyondidentity.com/',
    steps: [
      'Open Apps and choose Add an application, with OAuth2/OIDC as its protocol and confidential as its client type.',
      'Enter the redirect URI.',
      'Set PKCE to S256, and choose Client Secret Basic as the token endpoint authentication method.',
      'Copy client ID, client secret and issuer.',
    ],
    sources: ['https://developer.beyondidentity.com/'],
  },
}

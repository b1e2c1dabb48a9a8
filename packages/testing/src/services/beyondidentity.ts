import type { BeyondIdentityProfile } from '@latchstring/core/providers/beyondidentity'
import type { Service } from '../service.ts'

const ISSUER =
  'https://auth-us.beyondidentity.com/v1/tenants/00012da391ea206d/realms/862e4b72cfdce072/applications/a8c0aa60-38e4-42b6-bd52-ef64aba5478b'

/** @see https://developer.beyondidentity.com/ */
export const service: Service = {
  id: 'beyondidentity',
  name: 'Beyond Identity',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  authorization: {
    url: `${ISSUER}/authorize`,
    pkce: 'supported',
  },
  token: {
    url: `${ISSUER}/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${ISSUER}/userinfo`,
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
}

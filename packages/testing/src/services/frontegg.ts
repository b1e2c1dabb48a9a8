import type { FronteggProfile } from '@latchstring/core/providers/frontegg'
import type { Service } from '../service.ts'

const DOMAIN = 'https://example.frontegg.com'

/** @see https://developers.frontegg.com/guides/management/frontegg-idp/via-oidc */
export const service: Service = {
  id: 'frontegg',
  name: 'Frontegg',
  protocol: 'oidc',
  options: { issuer: DOMAIN },
  issuer: DOMAIN,
  wellKnown: `${DOMAIN}/oauth/.well-known/openid-configuration`,
  authorization: {
    url: `${DOMAIN}/oauth/authorize`,
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email'],
  },
  token: {
    url: `${DOMAIN}/oauth/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${DOMAIN}/oauth/userinfo`,
  persons: {
    documented: {
      claims: {
        sub: '4a8f9f23-5c9f-4f2f-8f4e-bd9b0ac43a5d',
        name: 'Ada Byron',
        email: 'ada@example.com',
        email_verified: true,
        profilePictureUrl: 'https://example.com/ada.png',
        roles: ['Admin'],
        tenantId: 'my-tenant-id',
        tenantIds: ['my-tenant-id'],
        metadata: {},
        externalId: null,
        phoneNumber: null,
        type: 'userToken',
      } satisfies FronteggProfile,
    },
    minimal: { claims: { sub: 'm' } satisfies FronteggProfile },
  },
  registration: {
    console: 'https://portal.frontegg.com/',
    steps: [
      'Open the environment, Authentication, Login method, and choose Hosted login.',
      'Enter the redirect URI.',
      'Copy client ID and API key from the environment settings; the key is the client secret.',
      'The issuer is the Frontegg domain of the environment.',
    ],
    sources: [
      'https://developers.frontegg.com/guides/management/frontegg-idp/via-oidc',
      'https://developers.frontegg.com/guides/management/frontegg-idp/native-hosted',
    ],
  },
}

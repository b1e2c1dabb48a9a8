import type { AsgardeoProfile } from '@latchstring/core/providers/asgardeo'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

/** @see https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/ */
export const service: Service = {
  id: 'asgardeo',
  name: 'Asgardeo',
  protocol: 'oidc',
  options: { issuer: 'https://api.asgardeo.io/t/example/oauth2/token' },
  issuer: 'https://api.asgardeo.io/t/example/oauth2/token',
  authorization: {
    url: 'https://api.asgardeo.io/t/example/oauth2/authorize',
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'address', 'phone'],
  },
  token: {
    url: 'https://api.asgardeo.io/t/example/oauth2/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: 'https://api.asgardeo.io/t/example/oauth2/userinfo',
  idToken: (claims, facts) => ({ ...audienceList()(claims, facts), azp: facts.clientId }),
  persons: {
    documented: {
      claims: {
        sub: 'dd5bdc6e-1b08-4f19-9f6b-0a1b4b2bd0f7',
        given_name: 'Ada',
        family_name: 'Byron',
        email: 'ada@example.com',
        picture: 'https://example.com/ada.png',
        username: 'ada@example.com',
        org_name: 'example',
      } satisfies AsgardeoProfile,
    },
    minimal: { claims: { sub: '0f3c7e52-5f2c-4e37-8c0d-3d2b6a9f1e11' } },
  },
  registration: {
    console: 'https://console.asgardeo.io/',
    steps: [
      'Open Applications, choose New Application and Traditional Web Application with OpenID Connect.',
      'Enter the redirect URI as authorized redirect URL.',
      'In the tab User Attributes request the email address, first name and last name, and make them mandatory if no one may come without.',
      'Copy client ID and client secret from the tab Protocol, and the issuer from the tab Info.',
    ],
    sources: [
      'https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs/',
      'https://wso2.com/asgardeo/docs/guides/authentication/user-attributes/enable-attributes-for-oidc-app/',
    ],
  },
}

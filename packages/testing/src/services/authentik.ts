import type { AuthentikProfile } from '@latchstring/core/providers/authentik'
import type { Service } from '../service.ts'

const HOST = 'https://sso.example.com/application/o'
const ISSUER = `${HOST}/my-app/`

/** @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/ */
export const service: Service = {
  id: 'authentik',
  name: 'Authentik',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}jwks/`,
  // The endpoints are shared by all applications; only issuer and keys are of one.
  authorization: { url: `${HOST}/authorize/`, pkce: 'supported' },
  token: {
    url: `${HOST}/token/`,
    authentication: ['client_secret_post', 'client_secret_basic'],
  },
  userinfo: `${HOST}/userinfo/`,
  persons: {
    documented: {
      claims: {
        sub: '29d4f4f4a3b86f9d1a0b6d4d4a1f2f3e4d5c6b7a8f9e0d1c2b3a4f5e6d7c8b9a',
        acr: 'goauthentik.io/providers/oauth2/default',
        email: 'ada@example.com',
        // The mapping that comes with authentik never says true.
        email_verified: false,
        name: 'Ada Lovelace',
        given_name: 'Ada Lovelace',
        preferred_username: 'ada',
        nickname: 'ada',
        groups: ['authentik Admins'],
      } satisfies AuthentikProfile,
    },
    minimal: { claims: { sub: '7' } satisfies AuthentikProfile },
  },
  registration: {
    console: 'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/create-oauth2-provider/',
    steps: [
      'Open the admin interface, Applications, and choose Create with Provider.',
      'Choose OAuth2/OpenID Provider, and the client type Confidential.',
      'Enter the redirect URI, and choose a signing key.',
      'Copy the Client ID, the Client Secret and the OpenID Configuration Issuer, with its slash.',
    ],
    sources: ['https://docs.goauthentik.io/add-secure-apps/providers/oauth2/'],
  },
}

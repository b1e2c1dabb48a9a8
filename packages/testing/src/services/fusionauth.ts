import type { FusionAuthProfile } from '@latchstring/core/providers/fusionauth'
import type { Service } from '../service.ts'

const SERVER = 'https://id.example.com'

/** @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/endpoints */
export const service: Service = {
  id: 'fusionauth',
  name: 'FusionAuth',
  protocol: 'oidc',
  options: { issuer: SERVER },
  issuer: SERVER,
  discovery: {
    // Whatever the key of the application is.
    id_token_signing_alg_values_supported: [
      'ES256',
      'ES384',
      'ES512',
      'HS256',
      'HS384',
      'HS512',
      'RS256',
      'RS384',
      'RS512',
    ],
  },
  authorization: {
    url: `${SERVER}/oauth2/authorize`,
    pkce: 'supported',
    scopes: ['openid', 'offline_access', 'profile', 'email', 'address', 'phone'],
  },
  token: {
    url: `${SERVER}/oauth2/token`,
    authentication: ['client_secret_basic', 'client_secret_post', 'none'],
  },
  userinfo: `${SERVER}/oauth2/userinfo`,
  persons: {
    documented: {
      claims: {
        sub: '85a03867-dccf-4882-adde-1a79aeec50df',
        jti: 'cb9a5ba4-0a8d-4c1b-9d1b-1a79aeec50df',
        authenticationType: 'PASSWORD',
        email: 'ada@example.com',
        email_verified: true,
        given_name: 'Ada',
        middle_name: 'King',
        family_name: 'Byron',
        scope: 'openid offline_access email profile',
        sid: 'a2b3c4d5-0000-4000-8000-000000000000',
      } satisfies FusionAuthProfile,
    },
    minimal: { claims: { sub: 'm' } satisfies FusionAuthProfile },
  },
  registration: {
    console: 'https://fusionauth.io/docs/get-started/core-concepts/applications',
    steps: [
      'Open Tenants, the tenant, General, and set Issuer to the address of the server.',
      'Open Applications and add one; enter the redirect URI in the tab OAuth and enable the authorization code grant.',
      'In the tab JWT choose an RS256 key for the ID token.',
      'Copy client ID and client secret from the tab OAuth.',
    ],
    sources: [
      'https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/endpoints',
      'https://fusionauth.io/docs/get-started/core-concepts/tenants',
    ],
  },
}

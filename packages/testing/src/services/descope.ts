import type { DescopeProfile } from '@latchstring/core/providers/descope'
import type { Service } from '../service.ts'

const API = 'https://api.descope.com'
const ISSUER = `${API}/P2OkfVnJi5Ht7mpCqHjx17nV5epH`

/** @see https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints */
export const service: Service = {
  id: 'descope',
  name: 'Descope',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  authorization: {
    url: `${API}/oauth2/v1/authorize`,
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'phone', 'descope.claims', 'descope.custom_claims'],
  },
  token: {
    url: `${API}/oauth2/v1/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${API}/oauth2/v1/userinfo`,
  persons: {
    documented: {
      claims: {
        sub: 'U2OkfVnJi5Ht7mpCqHjx17nV5epA',
        name: 'Ada Byron',
        email: 'ada@example.com',
        email_verified: true,
        phone_number: '+441632960000',
        phone_number_verified: false,
        picture: 'https://example.com/ada.png',
      } satisfies DescopeProfile,
    },
    minimal: { claims: { sub: 'Um' } satisfies DescopeProfile },
  },
  registration: {
    console: 'https://app.descope.com/',
    steps: [
      'Open Project and copy the project ID, which is the client ID.',
      'Open Access Keys and make one, which is the client secret.',
      'Open Applications, the OIDC application, and enter the redirect URI among the approved ones.',
      'Copy the issuer if it is not https://api.descope.com/ and the project ID.',
    ],
    sources: ['https://docs.descope.com/identity-federation/applications/oidc-apps/oidc-endpoints'],
  },
}

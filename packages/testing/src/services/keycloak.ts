import type { KeycloakProfile } from '@latchstring/core/providers/keycloak'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://sso.example.com/realms/main'
const PROTOCOL = `${ISSUER}/protocol/openid-connect`

/** @see https://www.keycloak.org/securing-apps/oidc-layers */
export const service: Service = {
  id: 'keycloak',
  name: 'Keycloak',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${PROTOCOL}/certs`,
  // With an audience mapper; the client is `azp` in any case.
  idToken: audienceList('account'),
  authorization: {
    url: `${PROTOCOL}/auth`,
    pkce: 'supported',
    iss: ISSUER,
    scopes: ['openid', 'profile', 'email', 'address', 'phone', 'roles', 'offline_access'],
  },
  token: {
    url: `${PROTOCOL}/token`,
    authentication: [
      'private_key_jwt',
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
    ],
    // As long as a session is idle at most, and of one use where the realm revokes them.
    refresh: { next: 'new', lifetime: 1800 },
    answer: (standard) => ({
      ...standard,
      refresh_expires_in: 1800,
      'not-before-policy': 0,
      session_state: 'c9a5',
    }),
  },
  userinfo: `${PROTOCOL}/userinfo`,
  persons: {
    documented: {
      claims: {
        sub: 'f1b1b3a0-6b3b-4f5e-9d6e-0a5a3d1c2b4f',
        typ: 'ID',
        sid: 'c9a5a1f0-0000-4000-8000-000000000001',
        acr: '1',
        email_verified: true,
        name: 'Ada Lovelace',
        preferred_username: 'ada',
        given_name: 'Ada',
        family_name: 'Lovelace',
        email: 'ada@example.com',
      } satisfies KeycloakProfile,
    },
    minimal: {
      claims: {
        sub: '00000000-0000-4000-8000-000000000007',
        preferred_username: 'm',
        email_verified: false,
      } satisfies KeycloakProfile,
    },
  },
  registration: {
    console: 'https://www.keycloak.org/docs/latest/server_admin/#_oidc_clients',
    steps: [
      'Open the admin console of your server, choose the realm, Clients, and Create client.',
      'Choose OpenID Connect, switch Client authentication on, and keep Standard flow.',
      'Enter the redirect URI under Valid redirect URIs.',
      'Open Credentials, and copy the client secret; the issuer is the address of the realm.',
    ],
    sources: [
      'https://www.keycloak.org/docs/latest/server_admin/',
      'https://www.keycloak.org/securing-apps/oidc-layers',
    ],
  },
}

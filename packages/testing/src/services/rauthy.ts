import type { RauthyProfile } from '@latchstring/core/providers/rauthy'
import type { Service } from '../service.ts'

const ISSUER = 'https://iam.example.com/auth/v1/'

/** @see https://sebadob.github.io/rauthy/ */
export const service: Service = {
  id: 'rauthy',
  name: 'Rauthy',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}oidc/certs`,
  idTokenAlgorithm: 'EdDSA',
  userinfo: `${ISSUER}oidc/userinfo`,
  discovery: { id_token_signing_alg_values_supported: ['RS256', 'RS384', 'RS512', 'EdDSA'] },
  authorization: {
    url: `${ISSUER}oidc/authorize`,
    scopes: ['openid', 'profile', 'email', 'address', 'phone', 'groups'],
    pkce: 'required',
  },
  token: {
    url: `${ISSUER}oidc/token`,
    authentication: ['client_secret_post', 'client_secret_basic'],
    answer: (standard) => ({ ...standard, expires_in: 1800 }),
  },
  persons: {
    documented: {
      claims: {
        sub: 'XMkFbzcI9gqFdOOc2OmtZ4Rt',
        typ: 'Id',
        amr: ['pwd', 'mfa'],
        auth_time: 1_700_000_000,
        preferred_username: 'sam',
        given_name: 'Sam',
        family_name: 'Vimes',
        email: 'sam@example.com',
        email_verified: true,
        roles: ['watch'],
      } satisfies RauthyProfile,
    },
    minimal: { claims: { sub: '2' } satisfies RauthyProfile },
  },
  registration: {
    console: 'https://sebadob.github.io/rauthy/',
    steps: [
      'Open Clients in the admin UI of your Rauthy, and add a confidential client.',
      'Enter the redirect URI under Redirect URIs.',
      'Keep S256 as PKCE challenge, and allow the scopes openid, profile and email.',
      'Copy the client id and the secret.',
      'Use https://<host>/auth/v1/ as issuer, with the slash at its end.',
    ],
    sources: [
      'https://sebadob.github.io/rauthy/',
      'https://github.com/sebadob/rauthy/blob/main/src/data/src/entity/well_known.rs',
    ],
  },
}

import type { ClerkProfile } from '@latchstring/core/providers/clerk'
import type { Service } from '../service.ts'

const ISSUER = 'https://clerk.example.com'

/** @see https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on */
export const service: Service = {
  id: 'clerk',
  name: 'Clerk',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/.well-known/jwks.json`,
  userinfo: `${ISSUER}/oauth/userinfo`,
  authorization: {
    url: `${ISSUER}/oauth/authorize`,
    scopes: [
      'openid',
      'profile',
      'email',
      'offline_access',
      'public_metadata',
      'private_metadata',
      'user:org:read',
    ],
    pkce: 'supported',
  },
  token: {
    url: `${ISSUER}/oauth/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 86_400 }),
  },
  persons: {
    documented: {
      claims: {
        sub: 'user_2NNEqL2nrIRdJ194ndJqAHwEfxC',
        jti: '3f1a2b4c5d6e7f8a9b0c',
        name: 'Ada Lovelace',
        given_name: 'Ada',
        family_name: 'Lovelace',
        preferred_username: 'ada',
        picture: 'https://img.clerk.com/eyJ0eXBlIjoiZGVmYXVsdCJ9',
        email: 'ada@example.com',
        email_verified: true,
      } satisfies ClerkProfile,
    },
    minimal: { claims: { sub: 'user_2' } satisfies ClerkProfile },
  },
  registration: {
    console: 'https://dashboard.clerk.com/last-active?path=user-authentication/oauth-applications',
    steps: [
      'Open OAuth applications, and add one with the scopes openid, profile and email.',
      'Enter the redirect URI under Redirect URIs.',
      'Copy the Client Secret, which is shown once, and the Client ID.',
      'Open API keys, and copy the Frontend API URL as issuer.',
    ],
    sources: [
      'https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on',
      'https://clerk.com/docs/guides/configure/auth-strategies/oauth/how-clerk-implements-oauth',
    ],
  },
}

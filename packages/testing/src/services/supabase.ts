import type { SupabaseProfile } from '@latchstring/core/providers/supabase'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://abcdefghijklmnopqrst.supabase.co/auth/v1'

/** @see https://supabase.com/docs/guides/auth/oauth-server/oauth-flows */
export const service: Service = {
  id: 'supabase',
  name: 'Supabase',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/.well-known/jwks.json`,
  idTokenAlgorithm: 'ES256',
  userinfo: `${ISSUER}/oauth/userinfo`,
  idToken: audienceList(),
  authorization: {
    url: `${ISSUER}/oauth/authorize`,
    scopes: ['openid', 'email', 'profile', 'phone'],
    pkce: 'required',
  },
  token: {
    url: `${ISSUER}/oauth/token`,
    authentication: ['client_secret_post'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', refresh_token: 'MXff' }),
  },
  persons: {
    documented: {
      claims: {
        sub: '2ad1dd79-98ea-4a1d-b0d7-0f4b1e6c9b2e',
        auth_time: 1_735_815_600,
        email: 'john@example.com',
        email_verified: true,
        phone_number: '+1234567890',
        phone_number_verified: false,
        name: 'John Doe',
        picture: 'https://example.com/avatar.jpg',
      } satisfies SupabaseProfile,
    },
    minimal: {
      claims: { sub: '7c9e6679-7425-40de-944b-e07fc1f90ae7' } satisfies SupabaseProfile,
    },
  },
  registration: {
    console: 'https://supabase.com/dashboard/project/_/auth/oauth-apps',
    steps: [
      'Open Authentication, OAuth Server, and enable it with the path of your consent page.',
      'Change the JWT signing keys to an asymmetric algorithm, such as ES256.',
      'Open Authentication, OAuth Apps, and add a confidential client with the redirect URI.',
      'Copy the client id and the client secret.',
      'Use https://<project>.supabase.co/auth/v1 as issuer.',
    ],
    sources: [
      'https://supabase.com/docs/guides/auth/oauth-server/getting-started',
      'https://supabase.com/docs/guides/auth/oauth-server/oauth-flows',
    ],
  },
}

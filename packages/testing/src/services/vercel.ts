import type { VercelProfile } from '@latchstring/core/providers/vercel'
import type { Service } from '../service.ts'

/** @see https://vercel.com/docs/sign-in-with-vercel/authorization-server-api */
export const service: Service = {
  id: 'vercel',
  name: 'Vercel',
  protocol: 'oidc',
  issuer: 'https://vercel.com',
  jwksUri: 'https://vercel.com/.well-known/jwks',
  authorization: {
    url: 'https://vercel.com/oauth/authorize',
    pkce: 'required',
    scopes: ['openid', 'email', 'profile', 'offline_access'],
  },
  token: {
    url: 'https://api.vercel.com/login/oauth/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: 'https://api.vercel.com/login/oauth/userinfo',
  persons: {
    documented: {
      claims: {
        sub: '345e869043f1e55f8bdc837c',
        nbf: 1_519_945_200,
        jti: '50e67781-c8b6-4391-98d1-89d755bb095a',
        name: 'Ada Lovelace',
        preferred_username: 'ada-lovelace',
        picture: 'https://api.vercel.com/www/avatar/00159aa4c88348dedc91a456b457d1baa48df6d',
        email: 'ada@example.com',
      } satisfies VercelProfile,
    },
    // An app for which only the scope `openid` was chosen.
    minimal: { claims: { sub: '9a1b869043f1e55f8bdc8111' } satisfies VercelProfile },
  },
  registration: {
    console: 'https://vercel.com/d?to=/%5Bteam%5D/~/settings/apps',
    steps: [
      'Open the settings of your team, choose Apps, and create an app.',
      'Enter the redirect URI as authorization callback URL.',
      'Open Permissions and choose openid, email and profile.',
      'Open Authentication, generate a client secret, and copy it with the client ID.',
    ],
    sources: [
      'https://vercel.com/docs/sign-in-with-vercel/manage-from-dashboard',
      'https://vercel.com/docs/sign-in-with-vercel/authorization-server-api',
      'https://vercel.com/docs/sign-in-with-vercel/tokens',
    ],
  },
}

import type { SimpleLoginProfile } from '@latchstring/core/providers/simplelogin'
import type { Service } from '../service.ts'

const ISSUER = 'https://app.simplelogin.io'

const mona: SimpleLoginProfile = {
  id: 12,
  sub: '12',
  name: 'Mona Veil',
  email: 'shop.k3p9@aleeas.com',
  email_verified: true,
  avatar_url: 'https://storage.example.com/mona.png',
  client: 'Shop',
}

// The ID token repeats the nonce only when nothing but `openid` was asked for.
const withoutNonce = { nonce: undefined }

/** @see https://simplelogin.io/docs/siwsl/intro/ */
export const service: Service = {
  id: 'simplelogin',
  name: 'SimpleLogin',
  protocol: 'oidc',
  issuer: ISSUER,
  discovery: { jwks_uri: `${ISSUER}/jwks` },
  authorization: {
    url: `${ISSUER}/oauth2/authorize`,
    pkce: 'ignored',
    scopes: ['openid', 'profile', 'email'],
  },
  token: {
    url: `${ISSUER}/oauth2/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
    redirectUriIgnored: true,
    error: (error) => ({ status: 400, body: { error } }),
  },
  userinfo: `${ISSUER}/oauth2/userinfo`,
  persons: {
    documented: { claims: { ...mona, ...withoutNonce } },
    minimal: {
      claims: { ...({ sub: '3', avatar_url: null } satisfies SimpleLoginProfile), ...withoutNonce },
    },
  },
  registration: {
    console: 'https://app.simplelogin.io/developer',
    steps: [
      'Choose Create website, and enter its name and address.',
      'Wait until the website has been approved.',
      'Under OAuth Settings, add the redirect URI; localhost needs none.',
      'Copy the AppID and the AppSecret.',
    ],
    sources: [
      'https://simplelogin.io/docs/siwsl/intro/',
      'https://simplelogin.io/docs/siwsl/code-flow/',
    ],
  },
}

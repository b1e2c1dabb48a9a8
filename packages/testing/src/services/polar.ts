import type { PolarProfile } from '@latchstring/core/providers/polar'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const nan: PolarProfile = {
  sub: 'a0b1c2d3-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  name: 'nanook',
  email: 'nanook@example.com',
  email_verified: true,
}

/** @see https://polar.sh/docs/integrate/oauth2/connect */
export const service: Service = {
  id: 'polar',
  name: 'Polar',
  protocol: 'oidc',
  issuer: 'https://polar.sh',
  wellKnown: 'https://api.polar.sh/.well-known/openid-configuration',
  discovery: { jwks_uri: 'https://api.polar.sh/.well-known/jwks.json' },
  authorization: {
    url: 'https://polar.sh/oauth2/authorize',
    // Without it the token is one for an organization.
    requires: { sub_type: 'user' },
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'products:read', 'orders:read'],
  },
  token: {
    url: 'https://api.polar.sh/v1/oauth2/token',
    authentication: ['client_secret_basic', 'client_secret_post', 'none'],
    refresh: { next: 'new' },
  },
  userinfo: 'https://api.polar.sh/v1/oauth2/userinfo',
  idToken: audienceList(),
  persons: {
    documented: { claims: nan },
    minimal: { claims: { sub: '11111111-2222-4333-8444-555555555555' } satisfies PolarProfile },
  },
  registration: {
    console: 'https://polar.sh/settings',
    steps: [
      'Open your account settings, Developer, and create an OAuth application.',
      'Enter the redirect URI, and choose the scopes openid, profile and email.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://polar.sh/docs/integrate/oauth2/setup',
      'https://polar.sh/docs/integrate/oauth2/connect',
    ],
  },
}

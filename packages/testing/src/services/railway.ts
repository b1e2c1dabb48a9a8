import type { RailwayProfile } from '@latchstring/core/providers/railway'
import type { Service } from '../service.ts'

const USERINFO = 'https://backboard.railway.com/oauth/me'

const ivy: RailwayProfile = {
  sub: 'user_5f1b7c0a',
  name: 'Ivy Points',
  email: 'ivy@example.com',
  picture: 'https://avatars.example.com/ivy.png',
}

/** @see https://docs.railway.com/integrations/oauth */
export const service: Service = {
  id: 'railway',
  name: 'Railway',
  protocol: 'oidc',
  issuer: 'https://backboard.railway.com',
  wellKnown: 'https://backboard.railway.com/oauth/.well-known/openid-configuration',
  discovery: { jwks_uri: 'https://backboard.railway.com/oauth/jwks' },
  idTokenAlgorithm: 'ES256',
  authorization: {
    url: 'https://backboard.railway.com/oauth/auth',
    requires: { scope: /\bopenid\b/ },
    pkce: 'supported',
    iss: 'https://backboard.railway.com',
    scopes: ['openid', 'email', 'profile', 'offline_access', 'workspace:viewer', 'project:viewer'],
  },
  token: {
    url: 'https://backboard.railway.com/oauth/token',
    authentication: ['client_secret_basic', 'client_secret_post', 'none'],
    refresh: { needs: { scope: /\boffline_access\b/, prompt: /\bconsent\b/ }, next: 'new' },
  },
  userinfo: USERINFO,
  // The ID token has nothing but the id.
  persons: {
    documented: { claims: { sub: ivy.sub }, answers: { [USERINFO]: ivy } },
    minimal: {
      claims: { sub: 'user_2' },
      answers: { [USERINFO]: { sub: 'user_2' } satisfies RailwayProfile },
    },
  },
  registration: {
    console: 'https://railway.com/workspace/developer',
    steps: [
      'Open the settings of your workspace, Developer, and choose New OAuth App.',
      'Choose the type Web, and enter the redirect URI.',
      'Copy the client ID and the client secret, which is shown once.',
    ],
    sources: [
      'https://docs.railway.com/integrations/oauth',
      'https://docs.railway.com/integrations/oauth/creating-an-app',
      'https://docs.railway.com/integrations/oauth/login-and-tokens',
    ],
  },
}

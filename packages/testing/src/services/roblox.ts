import type { RobloxProfile } from '@latchstring/core/providers/roblox'
import type { Service } from '../service.ts'

const builder: RobloxProfile = {
  sub: '1516563360',
  name: 'Brick Builder',
  nickname: 'Brick Builder',
  preferred_username: 'brickbuilder63',
  created_at: 1_584_682_495,
  profile: 'https://www.roblox.com/users/1516563360/profile',
  picture: 'https://tr.rbxcdn.com/03dc2a9abe7b1aaca/150/150/AvatarHeadshot/Png',
}

/** @see https://create.roblox.com/docs/cloud/reference/oauth2 */
export const service: Service = {
  id: 'roblox',
  name: 'Roblox',
  protocol: 'oidc',
  issuer: 'https://apis.roblox.com/oauth/',
  discovery: { jwks_uri: 'https://apis.roblox.com/oauth/v1/certs' },
  idTokenAlgorithm: 'ES256',
  authorization: {
    url: 'https://apis.roblox.com/oauth/v1/authorize',
    requires: { scope: true },
    pkce: 'supported',
    codeLifetime: 60,
    scopes: ['openid', 'profile', 'universe-messaging-service:publish'],
  },
  token: {
    url: 'https://apis.roblox.com/oauth/v1/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: 'https://apis.roblox.com/oauth/v1/userinfo',
  persons: {
    documented: { claims: builder },
    minimal: { claims: { sub: '9', picture: null } satisfies RobloxProfile },
  },
  registration: {
    console: 'https://create.roblox.com/dashboard/credentials',
    steps: [
      'Open Credentials, OAuth 2.0 Apps, and create an app.',
      'Add the scopes openid and profile, and the redirect URI.',
      'Copy the client ID and the secret, which is shown once.',
      'Publish the app before more than ten people sign in.',
    ],
    sources: [
      'https://create.roblox.com/docs/cloud/auth/oauth2-registration',
      'https://create.roblox.com/docs/cloud/reference/oauth2',
    ],
  },
}

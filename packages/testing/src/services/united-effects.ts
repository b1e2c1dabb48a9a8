import type { UnitedEffectsProfile } from '@latchstring/core/providers/united-effects'
import type { Service } from '../service.ts'

const ISSUER = 'https://auth.unitedeffects.com/8aCxvXg4qsNX7bXFxYrkK'

const remy: UnitedEffectsProfile = {
  sub: '5e1f3c2a-8d7b-4c61-9a0e-2f4b6d8c0a12',
  group: '8aCxvXg4qsNX7bXFxYrkK',
  email: 'remy@example.com',
  verified: true,
}

/** @see https://docs.unitedeffects.com/integrations/nextauthjs */
export const service: Service = {
  id: 'united-effects',
  name: 'United Effects',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  discovery: { jwks_uri: `${ISSUER}/jwks` },
  authorization: {
    url: `${ISSUER}/auth`,
    // Without it the ID token has no address.
    requires: { resource: ISSUER },
    pkce: 'supported',
  },
  token: {
    url: `${ISSUER}/token`,
    authentication: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  },
  userinfo: `${ISSUER}/me`,
  persons: {
    documented: { claims: remy },
    minimal: { claims: { sub: 'b' } satisfies UnitedEffectsProfile },
  },
  registration: {
    console: 'https://core.unitedeffects.com/',
    steps: [
      'Open your auth group, and create a service of the type web application.',
      'Enter the redirect URI.',
      'Copy the client ID and the client secret; the issuer is the address of the auth group.',
    ],
    sources: [
      'https://docs.unitedeffects.com/integrations/nextauthjs',
      'https://github.com/UnitedEffects/ueauth',
    ],
  },
}

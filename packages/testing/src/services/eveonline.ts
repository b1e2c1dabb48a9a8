import type { EVEOnlineProfile } from '@latchstring/core/providers/eveonline'
import type { Service } from '../service.ts'

const bloke: EVEOnlineProfile = {
  sub: 'CHARACTER:EVE:123123',
  name: 'Some Bloke',
  owner: '8PmzCeTKb4VFUDrHLc/AeZXDSWM=',
  tenant: 'tranquility',
  tier: 'live',
  region: 'world',
}

/** @see https://developers.eveonline.com/docs/services/sso/ */
export const service: Service = {
  id: 'eveonline',
  name: 'EVE Online',
  protocol: 'oauth',
  jwksUri: 'https://login.eveonline.com/oauth/jwks',
  authorization: {
    url: 'https://login.eveonline.com/v2/oauth/authorize',
    pkce: 'supported',
    stateRequired: true,
  },
  token: {
    url: 'https://login.eveonline.com/v2/oauth/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    // https://docs.esi.evetech.net/docs/sso/refreshing_access_tokens.html
    refresh: { next: 'same' },
    // The access token is a JWT about the character.
    answer: async ({ scope: _scope, ...standard }, { scope, person, clientId, sign }) => {
      const now = Math.floor(Date.now() / 1000)
      return {
        ...standard,
        access_token: await sign({
          scp: scope,
          jti: '998e12c7-3241-43c5-8355-2c48822e0a1b',
          azp: clientId,
          aud: [clientId, 'EVE Online'],
          iss: 'https://login.eveonline.com',
          iat: now,
          exp: now + 1199,
          ...person.claims,
        }),
        expires_in: 1199,
      }
    },
  },
  persons: {
    documented: { claims: bloke },
    minimal: { claims: { sub: 'CHARACTER:EVE:2' } satisfies EVEOnlineProfile },
  },
  registration: {
    console: 'https://developers.eveonline.com/applications',
    steps: [
      'Create an application.',
      'Add the scopes it needs; publicData is enough to sign in.',
      'Enter the redirect URI as Callback URL.',
      'Copy Client ID and Secret Key.',
    ],
    sources: [
      'https://developers.eveonline.com/docs/services/sso/',
      'https://developers.eveonline.com/blog/article/sso-endpoint-deprecations-2',
    ],
  },
}

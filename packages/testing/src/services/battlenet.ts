import type { BattleNetProfile } from '@latchstring/core/providers/battlenet'
import type { Service } from '../service.ts'

/** @see https://develop.battle.net/documentation/guides/using-oauth */
export const service: Service = {
  id: 'battlenet',
  name: 'Battle.net',
  protocol: 'oidc',
  issuer: 'https://oauth.battle.net',
  jwksUri: 'https://oauth.battle.net/jwks/certs',
  userinfo: 'https://oauth.battle.net/userinfo',
  // The document of the service names neither.
  discovery: { token_endpoint_auth_methods_supported: undefined, scopes_supported: undefined },
  authorization: {
    url: 'https://oauth.battle.net/authorize',
    scopes: ['openid', 'wow.profile', 'sc2.profile', 'd3.profile'],
    pkce: 'ignored',
    stateRequired: true,
  },
  token: {
    url: 'https://oauth.battle.net/token',
    authentication: ['client_secret_basic'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 86_399 }),
  },
  // One of its own, where none was sent.
  idToken: (claims) => ({ nonce: 'of-battle-net', ...claims }),
  persons: {
    documented: {
      claims: { sub: '112345678', battle_tag: 'Krog#1234' } satisfies BattleNetProfile,
    },
    minimal: { claims: { sub: '2' } satisfies BattleNetProfile },
  },
  registration: {
    console: 'https://develop.battle.net/access/clients',
    steps: [
      'Create a client.',
      'Enter the redirect URI under Redirect URLs.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://develop.battle.net/documentation/guides/using-oauth',
      'https://oauth.battle.net/.well-known/openid-configuration',
    ],
  },
}

import { service } from '@latchstring/testing/services/twitch'
import Twitch from '@latchstring/core/providers/twitch'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const twitch: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Twitch,
  authorization: {
    url: 'https://id.twitch.tv/oauth2/authorize',
    params: {
      response_type: 'code',
      scope: 'openid user:read:email',
      claims:
        '{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}',
    },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '713936733',
      name: 'BrookStreams',
      email: 'brook@example.com',
      image: 'https://static-cdn.jtvnw.net/jtv_user_pictures/brook-300x300.png',
      emailVerified: true,
    },
    minimal: idOnly('5'),
  },
  quirks: {
    'asks for the claims that would be missing from the ID token': async (signIn) => {
      const { authorization } = await signIn()
      const claims: unknown = JSON.parse(authorization.searchParams.get('claims') ?? '')
      expect(claims).toEqual({
        id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
      })
    },
    'reads the list of scopes of the token response': async (signIn) => {
      const { account } = await signIn()
      expect(account).toMatchObject({ scope: 'openid user:read:email' })
    },
  },
}

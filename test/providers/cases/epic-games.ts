import { service } from '@latchstring/testing/services/epic-games'
import EpicGames from '@latchstring/core/providers/epic-games'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const epicGames: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: EpicGames,
  authorization: {
    url: 'https://www.epicgames.com/id/authorize',
    params: { response_type: 'code', scope: 'basic_profile' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '9626f441055349ce8cb7d7d5a483eaa2',
      name: 'AdaPlays',
      email: null,
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'sends a secret with `+` and `/` as it is, because Epic does not decode it': async () => {
      const { token } = EpicGames()
      const sent: RequestInit[] = []
      await (typeof token === 'object' ? token.send : undefined)?.({
        url: 'https://api.epicgames.dev/epic/oauth/v2/token',
        parameters: new URLSearchParams({ grant_type: 'authorization_code', code: 'c' }),
        clientId: 'xyza',
        clientSecret: 'a+b/c=',
        response: new URLSearchParams({ code: 'c' }),
        fetch: async (_url, init = {}) => {
          sent.push(init)
          return Response.json({})
        },
      })
      expect(new Headers(sent[0]?.headers).get('authorization')).toBe('Basic eHl6YTphK2IvYz0=')
    },
    'stores when the access token expires as a number, whatever Epic writes': async (signIn) => {
      const { account } = await signIn()
      expect(account['expires_at']).toEqual(expect.any(Number))
    },
  },
}

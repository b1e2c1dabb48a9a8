import { service } from '@latchstring/testing/services/epic-games'
import EpicGames from '@latchstring/core/providers/epic-games'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const epicGames: ProviderCase = {
  service,
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
    minimal: { id: 'm', name: null, email: null, image: null, emailVerified: false },
  },
  quirks: {
    'stores when the access token expires as a number, whatever Epic writes': async (signIn) => {
      const { account } = await signIn()
      expect(account['expires_at']).toEqual(expect.any(Number))
    },
  },
}

import { service } from '@latchstring/testing/services/strava'
import Strava from '@latchstring/core/providers/strava'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const strava: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Strava,
  authorization: {
    url: 'https://www.strava.com/oauth/authorize',
    params: { response_type: 'code', scope: 'read', approval_prompt: 'auto' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '1234567890987',
      name: 'Marianne Tarn',
      email: null,
      image: 'https://dgalywyr863hv.cloudfront.net/pictures/athletes/1/large.jpg',
      emailVerified: false,
    },
    minimal: idOnly('8'),
  },
  quirks: {
    'has no picture where Strava shows a placeholder': async (signIn) => {
      const { user } = await signIn({ person: service.persons.minimal })
      expect(user.image).toBeNull()
    },
  },
}

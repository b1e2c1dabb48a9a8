import { service } from '@latchstring/testing/services/spotify'
import Spotify from '@latchstring/core/providers/spotify'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const spotify: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Spotify,
  authorization: {
    url: 'https://accounts.spotify.com/authorize',
    params: { response_type: 'code', scope: 'user-read-email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'finch-on-a-wire',
      name: 'Finch',
      email: 'finch@example.com',
      image: 'https://i.scdn.co/image/ab6775700000ee85',
      emailVerified: false,
    },
    minimal: idOnly('wren'),
  },
  quirks: {
    'calls no address verified': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ email: 'finch@example.com', emailVerified: false })
    },
  },
}

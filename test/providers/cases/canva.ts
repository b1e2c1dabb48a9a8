import { service } from '@latchstring/testing/services/canva'
import Canva from '@latchstring/core/providers/canva'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const canva: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Canva,
  authorization: {
    url: 'https://www.canva.com/api/oauth/authorize',
    params: { response_type: 'code', scope: 'profile:read' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'auDAbliZ2rQNNOsUl5OLu',
      name: 'Ada Example',
      email: null,
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'puts id and name together from two answers': async (signIn) => {
      const { requests } = await signIn()
      expect(
        requests
          .slice(1)
          .map(({ url }) => url)
          .toSorted(),
      ).toEqual([
        'https://api.canva.com/rest/v1/users/me',
        'https://api.canva.com/rest/v1/users/me/profile',
      ])
    },
  },
}

import { service } from '@latchstring/testing/services/railway'
import Railway from '@latchstring/core/providers/railway'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const railway: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Railway,
  ...openIdRequest('https://backboard.railway.com/oauth/auth'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'user_5f1b7c0a',
      name: 'Ivy Points',
      email: 'ivy@example.com',
      image: 'https://avatars.example.com/ivy.png',
      emailVerified: false,
    },
    minimal: idOnly('user_2'),
  },
  quirks: {
    'reads the discovery document under the path of the endpoints': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.map(({ url }) => url)).toContain(
        'https://backboard.railway.com/oauth/.well-known/openid-configuration',
      )
    },
  },
}

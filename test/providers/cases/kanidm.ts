import { service } from '@latchstring/testing/services/kanidm'
import Kanidm from '@latchstring/core/providers/kanidm'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const kanidm: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Kanidm,
  ...openIdRequest('https://idm.example.com/ui/oauth2'),
  authentication: 'client_secret_basic',
  required: ['issuer'],
  users: {
    documented: {
      id: '8a1f4c7e-2b3d-4e5f-9a6b-7c8d9e0f1a2b',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'does not count an address as verified because Kanidm says so of all': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ email: 'ada@example.com', emailVerified: false })
    },
    'signs in people of clients with RSA, which Kanidm calls legacy': async (signIn) => {
      const { user } = await signIn({ service: { idTokenAlgorithm: 'RS256' } })
      expect(user.name).toBe('Ada Lovelace')
    },
  },
}

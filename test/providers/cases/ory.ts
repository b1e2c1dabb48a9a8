import { service } from '@latchstring/testing/services/ory'
import Ory from '@latchstring/core/providers/ory'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const ory: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Ory,
  ...openIdRequest('https://example.projects.oryapis.com/oauth2/auth'),
  authentication: 'client_secret_basic',
  required: ['issuer'],
  users: {
    documented: {
      id: '04d75756-1f0d-4c1e-9b0a-0c2d7f4e6a11',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'takes a name in one piece where the schema of the project has it so': async (signIn) => {
      const claims = { sub: '2', name: 'Ada Lovelace', username: 'ada' }
      const { user } = await signIn({ person: { claims } })
      expect(user.name).toBe('Ada Lovelace')
    },
    'shows the user name to people without a name': async (signIn) => {
      const { user } = await signIn({ person: { claims: { sub: '2', username: 'ada' } } })
      expect(user.name).toBe('ada')
    },
  },
}

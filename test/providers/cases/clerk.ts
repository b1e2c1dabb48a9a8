import { service } from '@latchstring/testing/services/clerk'
import Clerk from '@latchstring/core/providers/clerk'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const clerk: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Clerk,
  ...openIdRequest('https://clerk.example.com/oauth/authorize'),
  authentication: 'client_secret_basic',
  required: ['issuer'],
  users: {
    documented: {
      id: 'user_2NNEqL2nrIRdJ194ndJqAHwEfxC',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://img.clerk.com/eyJ0eXBlIjoiZGVmYXVsdCJ9',
      emailVerified: true,
    },
    minimal: idOnly('user_2'),
  },
  quirks: {
    'shows the user name to people without a name': async (signIn) => {
      const claims = { sub: 'user_2', preferred_username: 'ada', name: null }
      const { user } = await signIn({ person: { claims } })
      expect(user.name).toBe('ada')
    },
  },
}

import { service } from '@latchstring/testing/services/authelia'
import Authelia from '@latchstring/core/providers/authelia'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

const USERINFO = 'https://auth.example.com/api/oidc/userinfo'

export const authelia: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Authelia,
  ...openIdRequest('https://auth.example.com/api/oidc/authorization'),
  authentication: 'client_secret_basic',
  required: ['issuer'],
  users: {
    documented: {
      id: '3a1f0b1e-7b67-4f0e-9a3c-6f1c8d2f4b55',
      name: 'John Doe',
      email: 'john@example.com',
      image: 'https://example.com/john.png',
      emailVerified: false,
    },
    minimal: idOnly('9f2c5d9e-0d1a-4f4f-8b1f-0f3a6b2c1d77'),
  },
  quirks: {
    'takes no claims about another person': async (signIn) => {
      const answers = { [USERINFO]: { sub: 'another', name: 'Eve' } }
      await expect(signIn({ person: { claims: { sub: 'john' }, answers } })).rejects.toThrow()
    },
    'does not count an address as verified because Authelia assumes so': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ email: 'john@example.com', emailVerified: false })
    },
  },
}

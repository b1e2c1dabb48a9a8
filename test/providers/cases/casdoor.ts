import { service } from '@latchstring/testing/services/casdoor'
import Casdoor from '@latchstring/core/providers/casdoor'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

const USERINFO = 'https://door.example.com/api/userinfo'

export const casdoor: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Casdoor,
  ...openIdRequest('https://door.example.com/login/oauth/authorize'),
  authentication: 'client_secret_post',
  required: ['issuer'],
  users: {
    documented: {
      id: 'f9d9c1d4-5f63-4cbb-a6f5-2f0b0c1f5e6a',
      name: 'Alice Liddell',
      email: 'alice@example.com',
      image: 'https://cdn.example.com/avatar/alice.png',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'does not call an address verified that Casdoor does not': async (signIn) => {
      const answers = { [USERINFO]: { sub: '2', email: 'new@example.com' } }
      const { user } = await signIn({ person: { claims: { sub: '2' }, answers } })
      expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false })
    },
  },
}

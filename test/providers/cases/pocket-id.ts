import { service } from '@latchstring/testing/services/pocket-id'
import PocketID from '@latchstring/core/providers/pocket-id'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const pocketId: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: PocketID,
  ...openIdRequest('https://id.example.com/authorize'),
  authentication: 'client_secret_basic',
  required: ['issuer'],
  users: {
    documented: {
      id: 'f4b89dc2-62fb-46bf-9f5f-c34f4eafe93e',
      name: 'Tim Cook',
      email: 'tim@example.com',
      image:
        'https://id.example.com/api/users/f4b89dc2-62fb-46bf-9f5f-c34f4eafe93e/profile-picture.png',
      emailVerified: true,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'does not call an address verified that the server does not': async (signIn) => {
      const claims = { sub: '2', email: 'new@example.com', email_verified: false }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false })
    },
  },
}

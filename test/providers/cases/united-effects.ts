import { service } from '@latchstring/testing/services/united-effects'
import UnitedEffects from '@latchstring/core/providers/united-effects'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const unitedEffects: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: UnitedEffects,
  authorization: {
    url: 'https://auth.unitedeffects.com/8aCxvXg4qsNX7bXFxYrkK/auth',
    params: {
      response_type: 'code',
      scope: 'openid email profile',
      resource: 'https://auth.unitedeffects.com/8aCxvXg4qsNX7bXFxYrkK',
    },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  required: ['issuer'],
  users: {
    documented: {
      id: '5e1f3c2a-8d7b-4c61-9a0e-2f4b6d8c0a12',
      name: null,
      email: 'remy@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('b'),
  },
  quirks: {
    'takes a verified account for no proof of the address': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ email: 'remy@example.com', emailVerified: false })
    },
  },
}

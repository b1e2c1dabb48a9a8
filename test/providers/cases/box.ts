import { service } from '@latchstring/testing/services/box'
import Box from '@latchstring/core/providers/box'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const box: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Box,
  authorization: {
    url: 'https://account.box.com/api/oauth2/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '11446498',
      name: 'Aaron Levie',
      email: 'ceo@example.com',
      image: 'https://www.box.com/api/avatar/large/181216415',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'asks for no scope, so that those of the app hold': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('scope')).toBe(false)
    },
  },
}

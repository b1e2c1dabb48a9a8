import { service } from '@latchstring/testing/services/netlify'
import Netlify from '@latchstring/core/providers/netlify'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const netlify: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Netlify,
  authorization: { url: 'https://app.netlify.com/authorize', params: { response_type: 'code' } },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '58d5b4b1a2b3c40001a1b2c3',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: 'https://www.gravatar.com/avatar/ada',
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'asks for no scope, because there are none': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('scope')).toBe(false)
    },
  },
}

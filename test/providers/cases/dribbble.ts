import { service } from '@latchstring/testing/services/dribbble'
import Dribbble from '@latchstring/core/providers/dribbble'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const dribbble: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Dribbble,
  authorization: {
    url: 'https://dribbble.com/oauth/authorize',
    params: { response_type: 'code', scope: 'public' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '1',
      name: 'Dana Cederholm',
      email: null,
      image: 'https://cdn.dribbble.com/users/1/avatars/normal/dc.jpg',
      emailVerified: false,
    },
    minimal: idOnly('2'),
  },
  quirks: {
    'asks for what the option `scope` says': async (signIn) => {
      const { authorization } = await signIn({ options: { scope: 'public upload' } })
      expect(authorization.searchParams.get('scope')).toBe('public upload')
    },
  },
}

import { service } from '@latchstring/testing/services/medium'
import Medium from '@latchstring/core/providers/medium'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const medium: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Medium,
  authorization: {
    url: 'https://medium.com/m/oauth/authorize',
    params: { response_type: 'code', scope: 'basicProfile' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '5303d74c64f66366f00cb9b2a94f3251bf5',
      name: 'Ada Writer',
      email: null,
      image: 'https://images.medium.com/0*fkfQiTzT7TlUGGyI.png',
      emailVerified: false,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'reads a token response with status 201, a list of scopes and milliseconds': async (signIn) => {
      const { account } = await signIn()
      expect(account).toMatchObject({ scope: 'basicProfile', expires_at: 4102444800 })
    },
    'says that it should not be used any more': async () => {
      expect(Medium().deprecated).toMatch(/no new applications/)
    },
  },
}

import { service } from '@latchstring/testing/services/logto'
import Logto from '@latchstring/core/providers/logto'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const logto: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Logto,
  authorization: {
    url: 'https://example.logto.app/oidc/auth',
    params: { response_type: 'code', scope: 'offline_access openid email profile' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'foo123bar456',
      name: 'ada',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: true,
    },
    minimal: idOnly('min123'),
  },
  required: ['issuer'],
  quirks: {
    'prefers the display name to the user name': async (signIn) => {
      const { user } = await signIn({
        person: { claims: { sub: 'a', name: 'Ada', username: 'ada' } },
      })
      expect(user.name).toBe('Ada')
    },
  },
}

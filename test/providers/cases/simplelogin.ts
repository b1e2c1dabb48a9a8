import { service } from '@latchstring/testing/services/simplelogin'
import SimpleLogin from '@latchstring/core/providers/simplelogin'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const simplelogin: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: SimpleLogin,
  authorization: {
    url: 'https://app.simplelogin.io/oauth2/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '12',
      name: 'Mona Veil',
      email: 'shop.k3p9@aleeas.com',
      image: 'https://storage.example.com/mona.png',
      emailVerified: true,
    },
    minimal: idOnly('3'),
  },
  quirks: {
    'asks for no nonce, because the ID token would not repeat it': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.has('nonce')).toBe(false)
    },
  },
}

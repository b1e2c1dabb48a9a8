import { service } from '@latchstring/testing/services/onelogin'
import OneLogin from '@latchstring/core/providers/onelogin'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const onelogin: ProviderCase = {
  service,
  provider: OneLogin,
  authorization: {
    url: 'https://example.onelogin.com/oidc/2/auth',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '74112',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: { id: '74113', name: null, email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
  quirks: {
    'looks for the discovery document under the path of the issuer': async (signIn) => {
      const { requests } = await signIn()
      expect(requests[0]?.url).toBe(
        'https://example.onelogin.com/oidc/2/.well-known/openid-configuration',
      )
    },
  },
}

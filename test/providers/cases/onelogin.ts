import { service } from '@latchstring/testing/services/onelogin'
import OneLogin from '@latchstring/core/providers/onelogin'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const onelogin: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: OneLogin,
  ...openIdRequest('https://example.onelogin.com/oidc/2/auth'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '74112',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('74113'),
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

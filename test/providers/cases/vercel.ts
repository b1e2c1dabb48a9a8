import { service } from '@latchstring/testing/services/vercel'
import Vercel from '@latchstring/core/providers/vercel'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const vercel: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Vercel,
  ...openIdRequest('https://vercel.com/oauth/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '345e869043f1e55f8bdc837c',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://api.vercel.com/www/avatar/00159aa4c88348dedc91a456b457d1baa48df6d',
      emailVerified: false,
    },
    minimal: idOnly('9a1b869043f1e55f8bdc8111'),
  },
  quirks: {
    'keeps a refresh token where `offline_access` is asked for': async (signIn) => {
      const scope = 'openid profile email offline_access'
      const { authorization } = await signIn({ options: { authorization: { params: { scope } } } })
      expect(authorization.searchParams.get('scope')).toBe(scope)
    },
  },
}

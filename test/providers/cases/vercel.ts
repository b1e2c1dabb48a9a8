import { service } from '@latchstring/testing/services/vercel'
import Vercel from '@latchstring/core/providers/vercel'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const vercel: ProviderCase = {
  service,
  provider: Vercel,
  authorization: {
    url: 'https://vercel.com/oauth/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '345e869043f1e55f8bdc837c',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://api.vercel.com/www/avatar/00159aa4c88348dedc91a456b457d1baa48df6d',
      emailVerified: false,
    },
    minimal: {
      id: '9a1b869043f1e55f8bdc8111',
      name: null,
      email: null,
      image: null,
      emailVerified: false,
    },
  },
  quirks: {
    'keeps a refresh token where `offline_access` is asked for': async (signIn) => {
      const scope = 'openid profile email offline_access'
      const { authorization } = await signIn({ options: { authorization: { params: { scope } } } })
      expect(authorization.searchParams.get('scope')).toBe(scope)
    },
  },
}

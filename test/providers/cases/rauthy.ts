import { service } from '@latchstring/testing/services/rauthy'
import Rauthy from '@latchstring/core/providers/rauthy'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const rauthy: ProviderCase = {
  service,
  provider: Rauthy,
  authorization: {
    url: 'https://iam.example.com/auth/v1/oidc/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_basic',
  required: ['issuer'],
  users: {
    documented: {
      id: 'XMkFbzcI9gqFdOOc2OmtZ4Rt',
      name: 'Sam Vimes',
      email: 'sam@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: { id: '2', name: null, email: null, image: null, emailVerified: false },
  },
  quirks: {
    'shows the user name to people without a name': async (signIn) => {
      const claims = { sub: '2', preferred_username: 'sam' }
      const { user } = await signIn({ person: { claims } })
      expect(user.name).toBe('sam')
    },
    'signs in people whose tokens are signed with RSA': async (signIn) => {
      const { user } = await signIn({ service: { idTokenAlgorithm: 'RS512' } })
      expect(user.name).toBe('Sam Vimes')
    },
    'refuses an issuer without the slash at its end, which is another one': async (signIn) => {
      const issuer = 'https://iam.example.com/auth/v1'
      await expect(signIn({ options: { issuer } })).rejects.toThrow()
    },
  },
}

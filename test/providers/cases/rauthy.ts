import { service } from '@latchstring/testing/services/rauthy'
import Rauthy from '@latchstring/core/providers/rauthy'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const rauthy: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Rauthy,
  ...openIdRequest('https://iam.example.com/auth/v1/oidc/authorize'),
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
    minimal: idOnly('2'),
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

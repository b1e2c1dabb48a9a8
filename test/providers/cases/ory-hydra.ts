import { service } from '@latchstring/testing/services/ory-hydra'
import OryHydra from '@latchstring/core/providers/ory-hydra'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const oryHydra: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: OryHydra,
  ...openIdRequest('https://example.projects.oryapis.com/oauth2/auth'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '3f6c1f0e-93d2-4a51-9a0d-6d1e5f3b7c20',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('3f6c1f0e'),
  },
  required: ['issuer'],
  quirks: {
    'has the id hydra in the redirect URI': async (signIn) => {
      const { authorization } = await signIn()
      expect(authorization.searchParams.get('redirect_uri')).toMatch(/\/callback\/hydra$/)
    },
  },
}

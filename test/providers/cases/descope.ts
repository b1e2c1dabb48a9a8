import { service } from '@latchstring/testing/services/descope'
import Descope from '@latchstring/core/providers/descope'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const descope: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Descope,
  ...openIdRequest('https://api.descope.com/oauth2/v1/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'U2OkfVnJi5Ht7mpCqHjx17nV5epA',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('Um'),
  },
  quirks: {
    'makes the issuer of the project, which is the client id': async (signIn) => {
      const { requests } = await signIn({
        options: { issuer: undefined },
        service: { issuer: 'https://api.descope.com/lab-client-of-descope' },
      })
      expect(requests[0]?.url).toBe(
        'https://api.descope.com/lab-client-of-descope/.well-known/openid-configuration',
      )
    },
  },
}

import { service } from '@latchstring/testing/services/asgardeo'
import Asgardeo from '@latchstring/core/providers/asgardeo'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const asgardeo: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Asgardeo,
  ...openIdRequest('https://api.asgardeo.io/t/example/oauth2/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'dd5bdc6e-1b08-4f19-9f6b-0a1b4b2bd0f7',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('0f3c7e52-5f2c-4e37-8c0d-3d2b6a9f1e11'),
  },
  required: ['issuer'],
  quirks: {
    'makes the name of its parts where the attribute for the whole is not requested': async (
      signIn,
    ) => {
      const claims = { sub: 'ada', given_name: 'Ada', family_name: 7 }
      const { user } = await signIn({ person: { claims } })
      expect(user.name).toBe('Ada')
      const whole = await signIn({ person: { claims: { ...claims, name: 'Ada Byron' } } })
      expect(whole.user.name).toBe('Ada Byron')
    },
    'takes an address as verified where the organization verifies addresses': async (signIn) => {
      const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true }
      const { user } = await signIn({ person: { claims } })
      expect(user.emailVerified).toBe(true)
    },
  },
}

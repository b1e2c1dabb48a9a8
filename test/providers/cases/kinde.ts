import { service } from '@latchstring/testing/services/kinde'
import Kinde from '@latchstring/core/providers/kinde'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const kinde: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Kinde,
  ...openIdRequest('https://example.kinde.com/oauth2/auth'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'kp_0ba7c433e5d648cf992621ce99d42817',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('kp_1'),
  },
  required: ['issuer'],
  quirks: {
    'does not take the members of the profile API for claims': async (signIn) => {
      const claims = {
        sub: 'kp_1',
        id: 'kp_2',
        preferred_email: 'ada@example.com',
        first_name: 'Ada',
      }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ id: 'kp_1', email: null, name: null })
    },
  },
}

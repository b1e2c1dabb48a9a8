import { service } from '@latchstring/testing/services/stripe'
import Stripe from '@latchstring/core/providers/stripe'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const stripe: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Stripe,
  authorization: {
    url: 'https://connect.stripe.com/oauth/authorize',
    params: { response_type: 'code', scope: 'read_only' },
  },
  checks: ['state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'acct_1032D82eZvKYlo2C',
      name: 'Example Engines Ltd',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('acct_m'),
  },
  quirks: {
    'falls back to the name that customers know': async (signIn) => {
      const business = { id: 'acct_b', business_profile: { name: 'Engines' }, settings: {} }
      const answers = { 'https://api.stripe.com/v1/account': business }
      const { user } = await signIn({ person: { answers } })
      expect(user.name).toBe('Engines')
    },
  },
}

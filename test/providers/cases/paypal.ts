import { service } from '@latchstring/testing/services/paypal'
import PayPal from '@latchstring/core/providers/paypal'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const paypal: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: PayPal,
  authorization: {
    url: 'https://www.paypal.com/connect',
    params: { response_type: 'code', flowEntry: 'static', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'https://www.paypal.com/webapps/auth/identity/user/mWq6_1sU85v5EG9yHdPx',
      name: 'Jane Doe',
      email: 'jane@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('WDJJHEBZ4X2LY'),
  },
  quirks: {
    'takes the picture of people who have one, and the id of the account for no id': async (
      signIn,
    ) => {
      const picture = 'https://www.paypalobjects.com/pictures/jane.png'
      const userinfo = { user_id: 'P', payer_id: 'WDJJHEBZ4X2LY', picture }
      const { user } = await signIn({
        person: {
          answers: { 'https://api-m.paypal.com/v1/identity/openidconnect/userinfo': userinfo },
        },
      })
      expect(user).toMatchObject({ id: 'P', image: picture })
    },
    'takes no verified account for a verified address': async (signIn) => {
      const userinfo = { user_id: 'P', email: 'p@example.com', verified_account: 'true' }
      const person = {
        answers: { 'https://api-m.paypal.com/v1/identity/openidconnect/userinfo': userinfo },
      }
      const { user } = await signIn({ person })
      expect(user).toMatchObject({ email: 'p@example.com', emailVerified: false })
    },
    'asks for the postal address where it is wanted': async (signIn) => {
      const { authorization } = await signIn({ options: { requestShippingAddress: true } })
      expect(authorization.searchParams.get('scope')).toBe('openid profile email address')
    },
    'goes to the sandbox for test accounts': async (signIn) => {
      const userinfo = 'https://api-m.sandbox.paypal.com/v1/identity/openidconnect/userinfo'
      const { user, authorization } = await signIn({
        options: { environment: 'sandbox' },
        person: { answers: { [userinfo]: { user_id: 'S' } } },
        service: {
          authorization: {
            ...service.authorization,
            url: 'https://www.sandbox.paypal.com/connect',
          },
          token: { ...service.token, url: 'https://api-m.sandbox.paypal.com/v1/oauth2/token' },
          resources: { [userinfo]: {} },
        },
      })
      expect(authorization.origin).toBe('https://www.sandbox.paypal.com')
      expect(user.id).toBe('S')
    },
  },
}

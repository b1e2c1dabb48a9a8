import { service } from '@latchstring/testing/services/cognito'
import Cognito from '@latchstring/core/providers/cognito'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const cognito: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Cognito,
  ...openIdRequest('https://example.auth.eu-central-1.amazoncognito.com/oauth2/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '5a7c3f0e-7021-70d2-9a63-0f6a9f3b8c11',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: true,
    },
    minimal: idOnly('6b8d4a1f-1111-4222-8333-444455556666'),
  },
  required: ['issuer'],
  quirks: {
    'sends people to the domain of the user pool, which is not that of the issuer': async (
      signIn,
    ) => {
      const { authorization } = await signIn()
      expect(authorization.host).toBe('example.auth.eu-central-1.amazoncognito.com')
    },
    'reads the flags of userinfo, which are text there': async (signIn) => {
      const { user } = await signIn({ options: { idToken: false } })
      expect(user).toMatchObject({ email: 'ada@example.com', emailVerified: true })
      const claims = { sub: 'ada', email: 'ada@example.com', email_verified: false }
      const other = await signIn({ options: { idToken: false }, person: { claims } })
      expect(other.user.emailVerified).toBe(false)
    },
    'signs in without a nonce of the application, where Cognito writes one of its own': async (
      signIn,
    ) => {
      const { user } = await signIn({ options: { checks: ['pkce', 'state'] } })
      expect(user.name).toBe('Ada Byron')
    },
  },
}

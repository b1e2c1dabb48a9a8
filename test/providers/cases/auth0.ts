import { service } from '@latchstring/testing/services/auth0'
import Auth0 from '@latchstring/core/providers/auth0'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const auth0: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Auth0,
  ...openIdRequest('https://tenant.eu.auth0.com/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'auth0|5f7c8ec7c33c6c004bbafe82',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://s.gravatar.com/avatar/767fc9c115a1b989744c755db47feb60?s=480',
      emailVerified: true,
    },
    minimal: idOnly('sms|5f7c8ec7c33c6c004bbafe83'),
  },
  required: ['issuer'],
  quirks: {
    'asks for an API and a connection': async (signIn) => {
      const params = { audience: 'https://api.example.com', connection: 'github' }
      const { authorization } = await signIn({ options: { authorization: { params } } })
      expect(Object.fromEntries(authorization.searchParams)).toMatchObject(params)
    },
    'believes no enterprise connection that an address is verified': async (signIn) => {
      const claims = { email: 'boss@example.com', email_verified: true }
      for (const sub of ['samlp|acme|boss', 'waad|acme|boss', 'oidc|acme|boss', 'boss|auth0|1']) {
        const { user } = await signIn({ person: { claims: { ...claims, sub } } })
        expect(user).toMatchObject({ id: sub, email: 'boss@example.com', emailVerified: false })
      }
      const { user } = await signIn({ person: { claims: { ...claims, sub: 'google-oauth2|1' } } })
      expect(user.emailVerified).toBe(true)
    },
    'signs in without the slash at the end of the issuer': async (signIn) => {
      const { user } = await signIn({ options: { issuer: 'https://tenant.eu.auth0.com' } })
      expect(user.name).toBe('Ada Lovelace')
    },
  },
}

import { service } from '@latchstring/testing/services/okta'
import Okta from '@latchstring/core/providers/okta'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { openIdRequest } from '../src/common.ts'

export const okta: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Okta,
  ...openIdRequest('https://example.okta.com/oauth2/default/v1/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '00uid4BxXw6I6TV4m0g3',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: { id: '00uminimal', name: 'm', email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
  quirks: {
    'reads a thin ID token’s claims at the userinfo endpoint with `idToken: false`': async (
      signIn,
    ) => {
      const userinfo = 'https://example.okta.com/oauth2/default/v1/userinfo'
      const answer = { sub: '00u1', name: 'Thin', email: 'thin@example.com', email_verified: true }
      const { user } = await signIn({
        options: { idToken: false },
        service: { resources: { [userinfo]: {} } },
        person: { claims: { sub: '00u1' }, answers: { [userinfo]: answer } },
      })
      expect(user).toMatchObject({ id: '00u1', name: 'Thin', emailVerified: true })
    },
    'signs in with the authorization server of the organisation': async (signIn) => {
      const issuer = 'https://example.okta.com'
      const { authorization } = await signIn({
        options: { issuer },
        service: {
          options: { issuer },
          issuer,
          jwksUri: `${issuer}/oauth2/v1/keys`,
          authorization: { ...service.authorization, url: `${issuer}/oauth2/v1/authorize` },
          token: { ...service.token, url: `${issuer}/oauth2/v1/token` },
          userinfo: `${issuer}/oauth2/v1/userinfo`,
        },
      })
      expect(authorization.pathname).toBe('/oauth2/v1/authorize')
    },
  },
}

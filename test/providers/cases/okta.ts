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
    'asks the server of the organisation, whose ID tokens are thin, whether an address is verified':
      async (signIn) => {
        const issuer = 'https://example.okta.com'
        const userinfo = `${issuer}/oauth2/v1/userinfo`
        const options = { issuer }
        const change = {
          options,
          service: {
            options,
            issuer,
            jwksUri: `${issuer}/oauth2/v1/keys`,
            authorization: { ...service.authorization, url: `${issuer}/oauth2/v1/authorize` },
            token: { ...service.token, url: `${issuer}/oauth2/v1/token` },
            userinfo,
            idToken: (claims: Readonly<Record<string, unknown>>) => ({
              ...claims,
              email_verified: undefined,
              given_name: undefined,
              family_name: undefined,
            }),
          },
        }
        const { authorization, user, requests } = await signIn(change)
        expect(authorization.pathname).toBe('/oauth2/v1/authorize')
        expect(user).toMatchObject({ email: 'ada@example.com', emailVerified: true })
        expect(requests.at(-1)?.url).toBe(userinfo)
        const thin = { sub: '00u1', email: 'a@example.com' }
        const stranger = { ...thin, sub: '00u2', email_verified: true }
        const service2 = { ...change.service, resources: { [userinfo]: {} } }
        const person = { claims: thin, answers: { [userinfo]: stranger } }
        const other = await signIn({ options, service: service2, person })
        expect(other.user).toMatchObject({ id: '00u1', emailVerified: false })
        const elsewhere = { ...thin, email: 'b@example.com', email_verified: true }
        const moved = { claims: thin, answers: { [userinfo]: elsewhere } }
        const { user: kept } = await signIn({ options, service: service2, person: moved })
        expect(kept).toMatchObject({ email: 'a@example.com', emailVerified: false })
      },
    'asks nothing more where the ID token says whether the address is verified': async (signIn) => {
      const { requests } = await signIn()
      expect(requests.filter(({ url }) => url.endsWith('/userinfo'))).toEqual([])
    },
  },
}

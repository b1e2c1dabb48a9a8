import { service } from '@latchstring/testing/services/salesforce'
import Salesforce from '@latchstring/core/providers/salesforce'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const salesforce: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Salesforce,
  ...openIdRequest('https://login.salesforce.com/services/oauth2/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'https://login.salesforce.com/id/00Dx0000000BV7zEAG/005x00000012Q9PAAU',
      name: 'Quinn Harbour',
      email: 'quinn@harbour.example',
      image: 'https://harbour.my.salesforce.com/profilephoto/005/F',
      emailVerified: false,
    },
    minimal: idOnly('https://login.salesforce.com/id/00Dx0000000BV7zEAG/005x00000012Q9QAAU'),
  },
  quirks: {
    'reads the person from the userinfo endpoint, because the ID token has only the id': async (
      signIn,
    ) => {
      const { user, requests } = await signIn()
      expect(requests.at(-1)?.url).toBe('https://login.salesforce.com/services/oauth2/userinfo')
      expect(user.email).toBe('quinn@harbour.example')
    },
    'refuses the userinfo of another person': async (signIn) => {
      const userinfo = 'https://login.salesforce.com/services/oauth2/userinfo'
      const person = { claims: { sub: 'one' }, answers: { [userinfo]: { sub: 'another' } } }
      await expect(signIn({ person })).rejects.toThrow('Callback')
    },
    'asks the My Domain of an organization when it is the issuer': async (signIn) => {
      const issuer = 'https://harbour.my.salesforce.com'
      const { authorization } = await signIn({
        options: { issuer },
        person: {
          claims: { sub: 'x' },
          answers: { [`${issuer}/services/oauth2/userinfo`]: { sub: 'x' } },
        },
        service: {
          issuer,
          discovery: { jwks_uri: `${issuer}/id/keys` },
          authorization: {
            ...service.authorization,
            url: `${issuer}/services/oauth2/authorize`,
          },
          token: { ...service.token, url: `${issuer}/services/oauth2/token` },
          userinfo: `${issuer}/services/oauth2/userinfo`,
        },
      })
      expect(authorization.origin).toBe(issuer)
    },
  },
}

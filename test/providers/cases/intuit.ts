import { service } from '@latchstring/testing/services/intuit'
import Intuit from '@latchstring/core/providers/intuit'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

export const intuit: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Intuit,
  authorization: {
    url: 'https://appcenter.intuit.com/connect/oauth2',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'd8752092-2d41-4b7a-a9ea-0b1d4a5c6f11',
      name: 'Ada Example',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('m'),
  },
  quirks: {
    'takes no userinfo about another person than the ID token': async (signIn) => {
      const url = 'https://accounts.platform.intuit.com/v1/openid_connect/userinfo'
      const person = { claims: { sub: 'a', nonce: undefined }, answers: { [url]: { sub: 'b' } } }
      await expect(signIn({ person })).rejects.toThrow('sub')
    },
    'works with the document of the sandbox': async (signIn) => {
      const wellKnown = 'https://developer.api.intuit.com/.well-known/openid_sandbox_configuration'
      const userinfo = 'https://sandbox-accounts.platform.intuit.com/v1/openid_connect/userinfo'
      const { requests } = await signIn({
        options: { wellKnown },
        service: { wellKnown, userinfo, resources: { [userinfo]: {} } },
        person: { claims: { sub: 'a', nonce: undefined }, answers: { [userinfo]: { sub: 'a' } } },
      })
      expect(requests[0]?.url).toBe(wellKnown)
      expect(requests.at(-1)?.url).toBe(userinfo)
    },
  },
}

import { service } from '@latchstring/testing/services/webex-oidc'
import WebexOIDC from '@latchstring/core/providers/webex-oidc'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

const USERINFO = 'https://webexapis.com/v1/userinfo'

export const webexOidc: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: WebexOIDC,
  ...openIdRequest('https://webexapis.com/v1/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'ad741856-4062-494a-b34c-bad0bb62d877',
      name: 'Jane Smith',
      email: 'jane@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('314937d6-b1b8-4905-a58a-3244917f853a'),
  },
  quirks: {
    'takes an ID token of any of the servers of Webex': async (signIn) => {
      const { persons } = service
      const claims = { ...persons.documented.claims, iss: 'https://idbroker.webex.com/idb' }
      const { user } = await signIn({ person: { ...persons.documented, claims } })
      expect(user.name).toBe('Jane Smith')
    },
    'takes none of a server that only looks like one': async (signIn) => {
      const hosts = ['idbroker.webex.com.evil.example', 'evil.example', 'idbroker.webex.com:8443']
      for (const host of hosts) {
        const claims = { sub: '1', iss: `https://${host}/idb` }
        const person = { claims, answers: { [USERINFO]: { sub: '1' } } }
        await expect(signIn({ person }), host).rejects.toThrow(/issuer/)
      }
    },
    'takes what stands for no as a no': async (signIn) => {
      for (const verified of ['false', 'yes', 1, false]) {
        const profile = { sub: '1', email: 'a@example.com', email_verified: verified }
        const person = { claims: { sub: '1' }, answers: { [USERINFO]: profile } }
        const { user } = await signIn({ person })
        expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
      }
    },
  },
}

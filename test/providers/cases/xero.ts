import { service } from '@latchstring/testing/services/xero'
import Xero from '@latchstring/core/providers/xero'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const xero: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Xero,
  ...openIdRequest('https://login.xero.com/identity/connect/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'db0b1f3c9f1a5c2b9d3e4f5a6b7c8d9e',
      name: 'Kiri Ledger',
      email: 'kiri@ledger.example',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('0a'),
  },
  quirks: {
    'prefers the name that is there as one': async (signIn) => {
      const claims = { sub: '0b', name: 'Kiri L. Ledger', given_name: 'Kiri', family_name: 'L' }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ id: '0b', name: 'Kiri L. Ledger' })
    },
    'sends people to another host than the issuer': async (signIn) => {
      const { authorization, requests } = await signIn()
      expect(authorization.host).toBe('login.xero.com')
      expect(new Set(requests.map(({ url }) => new URL(url).host))).toEqual(
        new Set(['identity.xero.com']),
      )
    },
  },
}

import { service } from '@latchstring/testing/services/ping-id'
import PingId from '@latchstring/core/providers/ping-id'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

const ISSUER = 'https://auth.pingone.eu/abfba8f6-49eb-49f5-a5d9-80ad5c98f9f6/as'

export const pingId: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: PingId,
  ...openIdRequest(`${ISSUER}/authorize`),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'bd9b0ac4-3a5d-4a8f-9f23-5c9f1f2f8f4e',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: 'https://example.com/ada.png',
      emailVerified: false,
    },
    minimal: idOnly('bd9b0ac4'),
  },
  required: ['issuer'],
  quirks: {
    'asks the userinfo endpoint, because the ID token has the claims of no scope': async (
      signIn,
    ) => {
      const { requests } = await signIn()
      expect(requests.at(-1)?.url).toBe(`${ISSUER}/userinfo`)
    },
    'calls an address verified only where a mapping of the application says so': async (signIn) => {
      const claims = { sub: 'ada', email: 'ada@example.com', email_verified: true }
      const { user } = await signIn({ person: { claims } })
      expect(user.emailVerified).toBe(true)
    },
  },
}

import { service } from '@latchstring/testing/services/beyondidentity'
import BeyondIdentity from '@latchstring/core/providers/beyondidentity'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const beyondidentity: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: BeyondIdentity,
  ...openIdRequest(
    'https://auth-us.beyondidentity.com/v1/tenants/00012da391ea206d/realms/862e4b72cfdce072/applications/a8c0aa60-38e4-42b6-bd52-ef64aba5478b/authorize',
  ),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'ada-byron',
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('charles-babbage'),
  },
  required: ['issuer'],
  quirks: {
    'has the user name where there is no display name': async (signIn) => {
      const claims = { sub: 'ada-byron', preferred_username: 'ada' }
      const { user } = await signIn({ person: { claims } })
      expect(user.name).toBe('ada')
    },
  },
}

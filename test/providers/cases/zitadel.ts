import { service } from '@latchstring/testing/services/zitadel'
import ZITADEL from '@latchstring/core/providers/zitadel'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const zitadel: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: ZITADEL,
  ...openIdRequest('https://example.eu1.zitadel.cloud/oauth/v2/authorize'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '170848145649959169',
      name: 'Road Runner',
      email: 'road.runner@example.com',
      image: 'https://example.eu1.zitadel.cloud/assets/v1/avatar',
      emailVerified: false,
    },
    minimal: idOnly('7'),
  },
  required: ['issuer'],
  quirks: {
    'refuses userinfo about another person': async (signIn) => {
      const answers = { 'https://example.eu1.zitadel.cloud/oidc/v1/userinfo': { sub: '8' } }
      await expect(signIn({ person: { claims: { sub: '7' }, answers } })).rejects.toThrow(/"sub"/)
    },
  },
}

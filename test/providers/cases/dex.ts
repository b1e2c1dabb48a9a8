import { service } from '@latchstring/testing/services/dex'
import Dex from '@latchstring/core/providers/dex'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly, openIdRequest } from '../src/common.ts'

export const dex: ProviderCase = {
  service,
  addressProvenBy: 'customer',
  provider: Dex,
  ...openIdRequest('https://dex.example.com/dex/auth'),
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: 'CgcyMzQyNzQ5EgZnaXRodWI',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      emailVerified: false,
    },
    minimal: idOnly('CgE3EgRtb2Nr'),
  },
  required: ['issuer'],
  quirks: {
    'calls no address verified, because the LDAP connector says so of every one': async (
      signIn,
    ) => {
      const claims = { sub: 'CgE4EgRsZGFw', email: 'boss@example.com', email_verified: true }
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ email: 'boss@example.com', emailVerified: false })
    },
  },
}

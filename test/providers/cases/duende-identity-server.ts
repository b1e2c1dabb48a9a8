import { service } from '@latchstring/testing/services/duende-identity-server'
import DuendeIdentityServer from '@latchstring/core/providers/duende-identity-server'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { identityServerCase } from '../src/software/identity-server.ts'

export const duendeIdentityServer: ProviderCase = {
  ...identityServerCase(service, 'https://id.example.com'),
  provider: DuendeIdentityServer,
  quirks: {
    'goes on with the accounts of `duende-identity-server6` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'duende-identity-server6' } })
      expect(account).toMatchObject({
        provider: 'duende-identity-server6',
        providerAccountId: '818727',
      })
    },
  },
}

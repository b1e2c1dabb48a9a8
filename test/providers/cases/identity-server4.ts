import { service } from '@latchstring/testing/services/identity-server4'
import IdentityServer4 from '@latchstring/core/providers/identity-server4'
import type { ProviderCase } from '../src/case.ts'
import { identityServerCase } from '../src/software/identity-server.ts'

export const identityServer4: ProviderCase = {
  ...identityServerCase(service, 'https://id4.example.com'),
  provider: IdentityServer4,
}

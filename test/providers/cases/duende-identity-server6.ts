import { service } from '@latchstring/testing/services/duende-identity-server6'
import DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
import type { ProviderCase } from '../src/case.ts'
import { identityServerCase } from '../src/software/identity-server.ts'

export const duendeIdentityServer6: ProviderCase = {
  ...identityServerCase(service, 'https://id.example.com'),
  provider: DuendeIdentityServer6,
}

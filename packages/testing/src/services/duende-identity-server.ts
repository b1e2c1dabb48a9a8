import type { Service } from '../service.ts'
import { service as numbered } from './duende-identity-server6.ts'

/** @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/ */
export const service: Service = {
  ...numbered,
  id: 'duende-identity-server',
  name: 'Duende IdentityServer',
}

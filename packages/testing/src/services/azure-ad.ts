import type { AzureADProfile } from '@latchstring/core/providers/azure-ad'
import type { Service } from '../service.ts'
import { HOST, service as entra } from './microsoft-entra-id.ts'

const FABRIKAM = '3b1e6f0c-2f6e-4f0b-8a51-7a2a1c0f5d11'

/** @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc */
export const service: Service = {
  ...entra,
  id: 'azure-ad',
  name: 'Azure Active Directory',
  persons: {
    documented: {
      claims: {
        ver: '2.0',
        iss: `${HOST}/${FABRIKAM}/v2.0`,
        sub: 'Hx1cVtZ0s1b6m0n9p8Q7r6S5t4U3v2W1x0Y9z8A7b6C',
        name: 'Grace Hopper',
        preferred_username: 'grace@fabrikam.example',
        email: 'grace@fabrikam.example',
        oid: '6f1d5c2e-3a4b-4c5d-8e9f-0a1b2c3d4e5f',
        tid: FABRIKAM,
      } satisfies AzureADProfile,
    },
    minimal: {
      claims: {
        iss: `${HOST}/${FABRIKAM}/v2.0`,
        sub: 'minimal',
        tid: FABRIKAM,
      } satisfies AzureADProfile,
    },
  },
  registration: {
    console: 'https://entra.microsoft.com/',
    steps: [
      'Open App registrations and register an application.',
      'Enter the redirect URI for the platform Web.',
      'Copy the Application (client) ID, and make a client secret under Certificates & secrets.',
      'Set the issuer to https://login.microsoftonline.com/, the Directory (tenant) ID and /v2.0 to admit your own tenant alone.',
    ],
    sources: [
      'https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app',
      'https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc',
    ],
  },
}

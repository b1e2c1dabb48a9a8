import { identityServerAt } from '../lib/software/identity-server.ts'
import type { Service } from '../service.ts'

/** @see https://docs.duendesoftware.com/identityserver/fundamentals/clients/ */
export const service: Service = {
  ...identityServerAt('https://id.example.com'),
  id: 'duende-identity-server6',
  name: 'DuendeIdentityServer6',
  registration: {
    console: 'https://docs.duendesoftware.com/identityserver/fundamentals/clients/',
    steps: [
      'Add a client with the grant type authorization_code, a secret and RequirePkce to the configuration of the server.',
      'Enter the redirect URI in RedirectUris.',
      'Allow the scopes openid, profile and email.',
    ],
    sources: [
      'https://docs.duendesoftware.com/identityserver/fundamentals/clients/',
      'https://docs.duendesoftware.com/identityserver/reference/models/client/',
    ],
  },
}

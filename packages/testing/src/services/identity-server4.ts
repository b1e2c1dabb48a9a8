import { identityServerAt } from '../lib/software/identity-server.ts'
import type { Service } from '../service.ts'

/** @see https://identityserver4.readthedocs.io/en/latest/topics/clients.html */
export const service: Service = {
  ...identityServerAt('https://id4.example.com'),
  id: 'identity-server4',
  name: 'IdentityServer4',
  registration: {
    console: 'https://identityserver4.readthedocs.io/en/latest/topics/clients.html',
    steps: [
      'Add a client with the grant type authorization_code, a secret and RequirePkce to the configuration of the server.',
      'Enter the redirect URI in RedirectUris.',
      'Allow the scopes openid, profile and email.',
    ],
    sources: [
      'https://identityserver4.readthedocs.io/en/latest/topics/clients.html',
      'https://identityserver4.readthedocs.io/en/latest/reference/client.html',
    ],
  },
}

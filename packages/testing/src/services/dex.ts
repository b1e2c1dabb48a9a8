import type { DexProfile } from '@latchstring/core/providers/dex'
import { openidAt } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://dex.example.com/dex'

/** @see https://dexidp.io/docs/configuration/custom-scopes-claims-clients/ */
export const service: Service = {
  id: 'dex',
  name: 'Dex',
  ...openidAt(ISSUER, {
    authorization: 'auth',
    token: 'token',
    userinfo: 'userinfo',
    scopes: ['openid', 'email', 'profile', 'groups', 'federated:id', 'offline_access'],
  }),
  jwksUri: `${ISSUER}/keys`,
  persons: {
    documented: {
      claims: {
        sub: 'CgcyMzQyNzQ5EgZnaXRodWI',
        email: 'ada@example.com',
        email_verified: true,
        groups: ['admins', 'developers'],
        name: 'Ada Lovelace',
      } satisfies DexProfile,
    },
    minimal: { claims: { sub: 'CgE3EgRtb2Nr' } satisfies DexProfile },
  },
  registration: {
    console: 'https://dexidp.io/docs/getting-started/',
    steps: [
      'Add an entry to staticClients in the configuration of your Dex, with id, secret and name.',
      'Enter the redirect URI under redirectURIs.',
      'Use the issuer of the same configuration.',
    ],
    sources: [
      'https://dexidp.io/docs/configuration/custom-scopes-claims-clients/',
      'https://dexidp.io/docs/getting-started/',
    ],
  },
}

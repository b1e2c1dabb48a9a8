import type { FreshbooksProfile } from '@latchstring/core/providers/freshbooks'
import type { Service } from '../service.ts'

const ME = 'https://api.freshbooks.com/auth/api/v1/users/me'

const simon: FreshbooksProfile = {
  response: {
    id: 2_192_788,
    identity_id: 712_052,
    identity_uuid: '4fb7b0b4-34f8-4b14-a8a4-6f4f5d04ae6c',
    first_name: 'Simon',
    last_name: 'Kovalic',
    email: 'skovalic@example.com',
    language: 'en',
    setup_complete: true,
    phone_numbers: [],
    addresses: [],
    profession: null,
    links: { me: '/service/auth/api/v1/users?id=2192788' },
    groups: [],
    roles: [],
    business_memberships: [
      {
        id: 168_372,
        role: 'owner',
        business: { id: 77_128, name: 'Kovalic', account_id: 'zDmNq' },
      },
    ],
  },
}

/** @see https://www.freshbooks.com/api/authentication */
export const service: Service = {
  id: 'freshbooks',
  name: 'Freshbooks',
  protocol: 'oauth',
  authorization: {
    url: 'https://auth.freshbooks.com/oauth/authorize',
    scopes: ['user:profile:read', 'user:clients:read', 'user:invoices:read'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://api.freshbooks.com/auth/oauth/token',
    authentication: ['client_secret_post'],
    refresh: { next: 'new' },
    answer: (standard) => ({
      ...standard,
      token_type: 'Bearer',
      expires_in: 43_200,
      scope: 'user:profile:read',
      created_at: 1_700_000_000,
    }),
  },
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: simon } },
    minimal: { answers: { [ME]: { response: { id: 2 } } satisfies FreshbooksProfile } },
  },
  registration: {
    console: 'https://my.freshbooks.com/#/developer',
    steps: [
      'Create an app.',
      'Add the scope user:profile:read.',
      'Enter the redirect URI under Redirect URIs.',
      'Copy the Client ID and the Client Secret.',
    ],
    sources: [
      'https://www.freshbooks.com/api/authentication',
      'https://www.freshbooks.com/api/me_endpoint',
    ],
  },
}

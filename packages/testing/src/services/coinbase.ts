import type { CoinbaseProfile } from '@latchstring/core/providers/coinbase'
import type { Service } from '../service.ts'

const USER = 'https://api.coinbase.com/v2/user'

const user: CoinbaseProfile = {
  data: {
    id: '9da7a204-544e-5fd1-9a12-61176c5d4cd8',
    name: 'User One',
    username: 'user1',
    email: 'user1@example.com',
    profile_location: null,
    profile_bio: null,
    profile_url: 'https://coinbase.com/user1',
    avatar_url: 'https://images.coinbase.com/avatar?h=vR%2FY8igBoPwuwGren5JMwvDNGpURAY',
    resource: 'user',
    resource_path: '/v2/user',
    time_zone: 'Pacific Time (US & Canada)',
    native_currency: 'USD',
    country: { code: 'US', name: 'United States' },
  },
}

/** @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/integrations */
export const service: Service = {
  id: 'coinbase',
  name: 'Coinbase',
  protocol: 'oauth',
  authorization: {
    url: 'https://login.coinbase.com/oauth2/auth',
    scopes: ['wallet:user:read', 'wallet:user:email', 'wallet:accounts:read', 'offline_access'],
    pkce: 'supported',
  },
  token: {
    url: 'https://login.coinbase.com/oauth2/token',
    authentication: ['client_secret_post'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 7200 }),
  },
  resources: { [USER]: { scope: 'wallet:user:read' } },
  persons: {
    documented: { answers: { [USER]: user } },
    minimal: { answers: { [USER]: { data: { id: '2' } } satisfies CoinbaseProfile } },
  },
  registration: {
    console: 'https://portal.cdp.coinbase.com/projects/api-keys/oauth',
    steps: [
      'Ask Coinbase for access to OAuth clients, which approved partners have.',
      'Open API Keys, OAuth in the portal, and create a client with the scopes wallet:user:read and wallet:user:email.',
      'Enter the redirect URI.',
      'Copy the client id and the client secret.',
    ],
    sources: [
      'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview',
      'https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/integrations',
    ],
  },
}

import type { ProviderCase } from '../case.ts'

/** What X is asked for, and whom it signs in, under its old name as under its new one. */
export const X_CASE: Omit<ProviderCase, 'service' | 'provider'> = {
  addressProvenBy: 'service',
  authorization: {
    url: 'https://x.com/i/oauth2/authorize',
    params: { response_type: 'code', scope: 'users.read tweet.read users.email offline.access' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '2244994945',
      name: 'Lark Dev',
      email: 'lark@example.com',
      image: 'https://pbs.twimg.com/profile_images/1283786620521652229/lark_normal.jpg',
      emailVerified: true,
    },
    minimal: { id: '12', name: 'Jack', email: null, image: null, emailVerified: false },
  },
}

import { service } from '@latchstring/testing/services/x'
import X from '@latchstring/core/providers/x'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const x: ProviderCase = {
  service,
  provider: X,
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
  quirks: {
    'goes on with the accounts of `twitter` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'twitter' } })
      expect(account).toMatchObject({ provider: 'twitter', providerAccountId: '2244994945' })
    },
  },
}

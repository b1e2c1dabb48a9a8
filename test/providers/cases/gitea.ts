import { service } from '@latchstring/testing/services/gitea'
import Gitea from '@latchstring/core/providers/gitea'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const gitea: ProviderCase = {
  service,
  provider: Gitea,
  authorization: {
    url: 'https://gitea.example.com/login/oauth/authorize',
    params: { response_type: 'code', scope: 'openid profile email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  required: ['issuer'],
  users: {
    documented: {
      id: '5',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: 'https://gitea.example.com/avatars/ab12',
      emailVerified: false,
    },
    minimal: { id: '2', name: null, email: null, image: null, emailVerified: false },
  },
  quirks: {
    'does not count the address of an active account as verified': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ email: 'ada@example.com', emailVerified: false })
    },
    'signs in people of servers under a path': async (signIn) => {
      const issuer = 'https://example.com/git/'
      const { user } = await signIn({
        options: { issuer },
        service: {
          issuer,
          jwksUri: `${issuer}login/oauth/keys`,
          userinfo: `${issuer}login/oauth/userinfo`,
          authorization: { ...service.authorization, url: `${issuer}login/oauth/authorize` },
          token: { ...service.token, url: `${issuer}login/oauth/access_token` },
        },
      })
      expect(user.id).toBe('5')
    },
  },
}

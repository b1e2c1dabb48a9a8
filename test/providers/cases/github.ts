import { service } from '@latchstring/testing/services/github'
import GitHub from '@latchstring/core/providers/github'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const github: ProviderCase = {
  service,
  provider: GitHub,
  authorization: {
    url: 'https://github.com/login/oauth/authorize',
    params: { response_type: 'code', scope: 'read:user user:email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1',
      name: 'monalisa octocat',
      email: 'octocat@github.com',
      image: 'https://github.com/images/error/octocat_happy.gif',
      emailVerified: true,
    },
    minimal: { id: '2', name: 'm', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'finds the private e-mail address, and only takes the primary one': async (signIn) => {
      const { user } = await signIn()
      expect(user.email).toBe('octocat@github.com')
    },
  },
}

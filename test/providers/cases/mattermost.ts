import { service } from '@latchstring/testing/services/mattermost'
import Mattermost from '@latchstring/core/providers/mattermost'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const mattermost: ProviderCase = {
  service,
  addressProvenBy: 'operator',
  provider: Mattermost,
  authorization: {
    url: 'https://mattermost.example.com/oauth/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'z7x4f1ohx7fabrjzmx8opa7y4h',
      name: 'ada',
      email: 'ada@example.com',
      image: null,
      emailVerified: true,
    },
    minimal: { id: 'm', name: 'm', email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
  quirks: {
    'reaches a server under a path': async (signIn) => {
      const server = 'https://example.com/mattermost'
      const { user, requests } = await signIn({
        options: { issuer: server },
        service: {
          authorization: { ...service.authorization, url: `${server}/oauth/authorize` },
          token: { ...service.token, url: `${server}/oauth/access_token` },
          resources: { [`${server}/api/v4/users/me`]: {} },
        },
        person: { answers: { [`${server}/api/v4/users/me`]: { id: 'z', username: 'zed' } } },
      })
      expect(user.name).toBe('zed')
      expect(requests.map(({ url }) => url)).toEqual([
        `${server}/oauth/access_token`,
        `${server}/api/v4/users/me`,
      ])
    },
  },
}

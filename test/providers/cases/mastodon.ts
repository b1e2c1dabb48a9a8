import { service } from '@latchstring/testing/services/mastodon'
import Mastodon from '@latchstring/core/providers/mastodon'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const mastodon: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Mastodon,
  authorization: {
    url: 'https://mastodon.example/oauth/authorize',
    params: { response_type: 'code', scope: 'profile' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '14715',
      name: 'Ada 🦣',
      email: null,
      image: 'https://mastodon.example/system/accounts/avatars/static/ada.png',
      emailVerified: false,
    },
    minimal: { id: '2', name: 'm', email: null, image: null, emailVerified: false },
  },
  required: ['issuer'],
  quirks: {
    'takes an address of the server with a slash at its end': async (signIn) => {
      const { requests } = await signIn({ options: { issuer: 'https://mastodon.example/' } })
      expect(requests.map(({ url }) => url)).toEqual([
        'https://mastodon.example/oauth/token',
        'https://mastodon.example/api/v1/accounts/verify_credentials',
      ])
    },
    'works with applications that were registered with `read`': async (signIn) => {
      const { url, pkce } = service.authorization
      const me = 'https://mastodon.example/api/v1/accounts/verify_credentials'
      const { user } = await signIn({
        options: { authorization: { params: { scope: 'read' } } },
        service: {
          authorization: { url, pkce, scopes: ['read'] },
          resources: { [me]: { scope: 'read' } },
        },
      })
      expect(user.id).toBe('14715')
    },
  },
}

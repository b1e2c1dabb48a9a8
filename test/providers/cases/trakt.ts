import { service } from '@latchstring/testing/services/trakt'
import Trakt from '@latchstring/core/providers/trakt'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const trakt: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: Trakt,
  authorization: {
    url: 'https://trakt.tv/oauth/authorize',
    params: { response_type: 'code' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'b6589fc6ab0dc82cf12099d1c2d40ab994e8410c',
      name: 'Justine Reel',
      email: null,
      image: 'https://walter.trakt.tv/images/users/000/000/001/avatars/large.jpg',
      emailVerified: false,
    },
    minimal: { id: 'aa', name: 'u', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'says to the API which application asks': async (signIn) => {
      const { authorization, requests } = await signIn()
      const key = requests.at(-1)?.headers.get('trakt-api-key')
      expect(key).toBe(authorization.searchParams.get('client_id'))
    },
    'knows people by the uuid and not by the slug, which follows the user name': async (signIn) => {
      const user = { ids: { slug: 'justine' }, username: 'justine' }
      const person = { answers: { 'https://api.trakt.tv/users/settings': { user } } }
      await expect(signIn({ person })).rejects.toThrow('has no `id`')
    },
  },
}

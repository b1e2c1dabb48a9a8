import { service } from '@latchstring/testing/services/twitter'
import Twitter from '@latchstring/core/providers/twitter'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

export const twitter: ProviderCase = {
  service,
  provider: Twitter,
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
    'asks for the address only where it was granted': async (signIn) => {
      const { requests } = await signIn()
      expect(new URL(requests.at(-1)?.url ?? '').searchParams.get('user.fields')).toBe(
        'profile_image_url,confirmed_email',
      )
      const without = await signIn({
        options: { authorization: { params: { scope: 'users.read tweet.read' } } },
        person: service.persons.minimal,
      })
      expect(new URL(without.requests.at(-1)?.url ?? '').searchParams.get('user.fields')).toBe(
        'profile_image_url',
      )
      expect(without.user).toMatchObject({ id: '12', email: null, emailVerified: false })
    },
    'takes the badge of an account for nothing': async (signIn) => {
      const data = { id: '1', verified: true, email: 'planted@example.com' }
      const person = { answers: { 'https://api.x.com/2/users/me': { data } } }
      const { user } = await signIn({ person })
      expect(user).toMatchObject({ email: null, emailVerified: false })
    },
  },
}

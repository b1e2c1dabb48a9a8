import { service } from '@latchstring/testing/services/twitter'
import Twitter from '@latchstring/core/providers/twitter'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { X_CASE } from '../src/software/x.ts'

export const twitter: ProviderCase = {
  service,
  provider: Twitter,
  ...X_CASE,
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

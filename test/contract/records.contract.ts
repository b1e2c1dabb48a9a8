import type { JWT } from '@latchstring/core/jwt'
import { expect } from 'vitest'
import { including } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'

/** What tokens are made of. */
export function records(suite: Suite): void {
  const { proves, open } = suite

  proves(
    ['RES-JWT-name', 'RES-JWT-email', 'RES-JWT-image', 'CB-jwt-token'],
    'at sign-in a token contains name, e-mail address and image',
    async () => {
      const tokens: JWT[] = []
      const visitor = open({
        providers: [passwords()],
        callbacks: { jwt: ({ token }) => (tokens.push({ ...token }), token) },
      }).visit()
      await visitor.submitPassword()
      expect(tokens).toEqual([including({ name: ADA.name, email: ADA.email, image: ADA.image })])
      expect(await visitor.session()).toMatchObject({ user: { image: ADA.image } })
    },
  )

  proves(
    ['RES-JWT-callback', 'CB-jwt-returns'],
    'the result of the jwt callback is stored, and passed to the session callback',
    async () => {
      const seen: unknown[] = []
      const visitor = open({
        providers: [passwords()],
        callbacks: {
          jwt: ({ token, trigger }) =>
            trigger === 'signIn' ? { ...token, berth: 12, tags: ['a'] } : token,
          session: ({ session, token }) => {
            seen.push([token['berth'], token['tags']])
            return session
          },
        },
      }).visit()
      await visitor.submitPassword()
      await visitor.session()
      await visitor.session()
      expect(seen).toEqual([
        [12, ['a']],
        [12, ['a']],
      ])
    },
  )
}

import type { Service } from '@latchstring/testing'
import { expect } from 'vitest'
import type { ExpectedUser, ProviderCase } from '../case.ts'
import { idOnly, openIdRequest } from '../common.ts'

/** The cases of the providers for Gitea and Forgejo: their requests to a server, and the resulting user. */
export const giteaCase = (
  service: Service,
  server: string,
  person: Pick<ExpectedUser, 'name' | 'email' | 'image'>,
): Omit<ProviderCase, 'provider'> => ({
  service,
  addressProvenBy: 'none',
  ...openIdRequest(`${server}login/oauth/authorize`),
  authentication: 'client_secret_post',
  required: ['issuer'],
  users: {
    documented: { ...person, id: '5', emailVerified: false },
    minimal: idOnly('2'),
  },
  quirks: {
    'does not count the address of an active account as verified': async (signIn) => {
      const { user } = await signIn()
      expect(user).toMatchObject({ email: person.email, emailVerified: false })
    },
    'signs in people of a server that writes its issuer without the slash at its end': async (
      signIn,
    ) => {
      const issuer = server.slice(0, -1)
      const { user } = await signIn({ service: { issuer } })
      expect(user.id).toBe('5')
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
})

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
    'signs in people of servers that write the slash at the end of their issuer, and of those that do not':
      async (signIn) => {
        for (const issuer of [server, server.slice(0, -1)]) {
          const { user } = await signIn({ service: { issuer } })
          expect(user.id).toBe('5')
        }
      },
    'signs in people of servers under a path, whatever slash is configured and stated': async (
      signIn,
    ) => {
      const root = 'https://example.com/git/'
      for (const configured of [root, root.slice(0, -1)]) {
        for (const issuer of [root, root.slice(0, -1)]) {
          const { user } = await signIn({
            options: { issuer: configured },
            service: {
              issuer,
              jwksUri: `${root}login/oauth/keys`,
              userinfo: `${root}login/oauth/userinfo`,
              authorization: { ...service.authorization, url: `${root}login/oauth/authorize` },
              token: { ...service.token, url: `${root}login/oauth/access_token` },
            },
          })
          expect(user.id).toBe('5')
        }
      }
    },
    'refuses the tokens of a server at another address': async (signIn) => {
      const issuer = `${server}another/`
      const wellKnown = `${server}.well-known/openid-configuration`
      await expect(signIn({ service: { issuer, wellKnown } })).rejects.toThrow(
        'They have to be equal',
      )
    },
  },
})

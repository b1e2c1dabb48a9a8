import { service } from '@latchstring/testing/services/gitlab-oidc'
import GitLabOIDC from '@latchstring/core/providers/gitlab-oidc'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { GITLAB_USERS } from '../src/software/gitlab.ts'
import { openIdRequest } from '../src/common.ts'

export const gitlabOidc: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: GitLabOIDC,
  ...openIdRequest('https://gitlab.com/oauth/authorize'),
  authentication: 'client_secret_basic',
  users: GITLAB_USERS,
  quirks: {
    'goes on with the accounts of `gitlab` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'gitlab' } })
      expect(account).toMatchObject({ provider: 'gitlab', providerAccountId: '1' })
    },
    'signs in with a self-managed instance, and believes it no address': async (signIn) => {
      const issuer = 'https://git.example.com/gitlab'
      const { authorization, user } = await signIn({
        options: { issuer },
        service: {
          issuer,
          jwksUri: `${issuer}/oauth/discovery/keys`,
          authorization: { ...service.authorization, url: `${issuer}/oauth/authorize` },
          token: { ...service.token, url: `${issuer}/oauth/token` },
        },
      })
      expect(`${authorization.origin}${authorization.pathname}`).toBe(`${issuer}/oauth/authorize`)
      expect(user).toMatchObject({ id: '1', email: 'ada@example.com', emailVerified: false })
    },
    'reads what the ID token of an older instance leaves out at the userinfo endpoint': async (
      signIn,
    ) => {
      const userinfo = 'https://gitlab.com/oauth/userinfo'
      const { user } = await signIn({
        options: { idToken: false },
        service: { resources: { [userinfo]: {} } },
        person: {
          claims: { sub: '3', email: 'o@example.com', email_verified: true },
          answers: { [userinfo]: { sub: '3', name: 'Old', email: 'o@example.com' } },
        },
      })
      expect(user).toMatchObject({ id: '3', name: 'Old', emailVerified: false })
    },
    'believes no userinfo answer that calls itself one of gitlab.com': async (signIn) => {
      const userinfo = service.userinfo ?? ''
      const said = { sub: '3', email: 'o@example.com', email_verified: true }
      const { user } = await signIn({
        options: { idToken: false },
        service: { resources: { [userinfo]: {} } },
        person: { claims: said, answers: { [userinfo]: { ...said, iss: 'https://gitlab.com' } } },
      })
      expect(user).toMatchObject({ email: 'o@example.com', emailVerified: false })
    },
  },
}

import { service } from '@latchstring/testing/services/gitlab'
import GitLab from '@latchstring/core/providers/gitlab'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { GITLAB_USERS } from '../src/software/gitlab.ts'

export const gitlab: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: GitLab,
  authorization: {
    url: 'https://gitlab.com/oauth/authorize',
    params: { response_type: 'code', scope: 'read_user' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: GITLAB_USERS,
  quirks: {
    'signs in with a self-managed instance, also under a path': async (signIn) => {
      const base = 'https://git.example.com/gitlab'
      const user = `${base}/api/v4/user`
      const { authorization, requests, ...outcome } = await signIn({
        options: { baseUrl: `${base}/` },
        service: {
          authorization: { ...service.authorization, url: `${base}/oauth/authorize` },
          token: { ...service.token, url: `${base}/oauth/token` },
          resources: { [user]: { scope: 'read_user' } },
        },
        person: {
          answers: {
            [user]: {
              id: 42,
              username: 'self',
              email: 's@example.com',
              confirmed_at: '2024-01-01',
            },
          },
        },
      })
      expect(`${authorization.origin}${authorization.pathname}`).toBe(`${base}/oauth/authorize`)
      expect(requests.map(({ url }) => url)).toEqual([`${base}/oauth/token`, user])
      // An instance without confirmation mails calls every address confirmed.
      expect(outcome.user).toMatchObject({ id: '42', name: 'self', emailVerified: false })
    },
    'signs in with the instance that `issuer` names, and believes it no address': async (
      signIn,
    ) => {
      const base = 'https://git.example.com'
      const user = `${base}/api/v4/user`
      const profile = { id: 42, username: 'self', email: 's@example.com', confirmed_at: '2024' }
      const outcome = await signIn({
        options: { issuer: base },
        service: {
          authorization: { ...service.authorization, url: `${base}/oauth/authorize` },
          token: { ...service.token, url: `${base}/oauth/token` },
          resources: { [user]: { scope: 'read_user' } },
        },
        person: { answers: { [user]: profile } },
      })
      expect(outcome.user).toMatchObject({ id: '42', emailVerified: false })
    },
    'does not call an address verified before it is confirmed': async (signIn) => {
      const profile = { id: 1, username: 'a', email: 'a@example.com', confirmed_at: null }
      const answers = { 'https://gitlab.com/api/v4/user': profile }
      const { user } = await signIn({ person: { answers } })
      expect(user).toMatchObject({ email: 'a@example.com', emailVerified: false })
    },
  },
}

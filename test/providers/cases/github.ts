import { service } from '@latchstring/testing/services/github'
import GitHub from '@latchstring/core/providers/github'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

function wrongCode(): Record<string, unknown> {
  return { error: 'bad_verification_code' }
}

/** The endpoints of a server of an enterprise. */
const enterpriseAt = (base: string) => ({
  authorization: {
    ...service.authorization,
    url: `${base}/login/oauth/authorize`,
    iss: `${base}/login/oauth`,
  },
  token: { ...service.token, url: `${base}/login/oauth/access_token` },
})

export const github: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: GitHub,
  authorization: {
    url: 'https://github.com/login/oauth/authorize',
    params: { response_type: 'code', scope: 'read:user user:email' },
  },
  checks: ['pkce', 'state'],
  authentication: 'client_secret_basic',
  users: {
    documented: {
      id: '1',
      name: 'monalisa octocat',
      email: 'octocat@github.com',
      image: 'https://github.com/images/error/octocat_happy.gif',
      emailVerified: true,
    },
    minimal: { id: '2', name: 'm', email: null, image: null, emailVerified: false },
  },
  quirks: {
    'finds the private e-mail address, and only takes the primary one': async (signIn) => {
      const { user } = await signIn()
      expect(user.email).toBe('octocat@github.com')
    },
    'does not call a primary address verified that GitHub has not verified': async (signIn) => {
      const entry = { email: 'new@example.com', primary: true, verified: false, visibility: null }
      const { user } = await signIn({
        person: {
          answers: {
            'https://api.github.com/user': { id: 3, login: 'n', email: 'public@example.com' },
            'https://api.github.com/user/emails': [entry],
          },
        },
      })
      expect(user).toMatchObject({ email: 'new@example.com', emailVerified: false })
    },
    'shows the public address, unverified, to an app that may not read the list': async (
      signIn,
    ) => {
      const { user } = await signIn({
        service: {
          resources: {
            'https://api.github.com/user': {},
            'https://api.github.com/user/emails': { scope: 'user' },
          },
        },
        person: {
          answers: {
            'https://api.github.com/user': { id: 3, login: 'n', email: 'public@example.com' },
          },
        },
      })
      expect(user).toMatchObject({ email: 'public@example.com', emailVerified: false })
    },
    'signs in with a GitHub Enterprise Server': async (signIn) => {
      const base = 'https://github.example.com'
      const user = { id: 4, login: 'e' }
      const { authorization, requests, ...outcome } = await signIn({
        options: { enterprise: { baseUrl: `${base}/` } },
        service: {
          ...enterpriseAt(base),
          resources: { [`${base}/api/v3/user`]: {}, [`${base}/api/v3/user/emails`]: {} },
        },
        person: {
          answers: { [`${base}/api/v3/user`]: user, [`${base}/api/v3/user/emails`]: [] },
        },
      })
      expect(`${authorization.origin}${authorization.pathname}`).toBe(
        `${base}/login/oauth/authorize`,
      )
      expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([base]))
      expect(outcome.user).toMatchObject({ id: '4', name: 'e' })
    },
    'signs in with an enterprise that has data residency, whose API is on a host of its own':
      async (signIn) => {
        const base = 'https://acme.ghe.com'
        const api = 'https://api.acme.ghe.com'
        const { requests, user } = await signIn({
          options: { enterprise: { baseUrl: base } },
          service: {
            ...enterpriseAt(base),
            resources: { [`${api}/user`]: {}, [`${api}/user/emails`]: {} },
          },
          person: {
            answers: { [`${api}/user`]: { id: 5, login: 'r' }, [`${api}/user/emails`]: [] },
          },
        })
        expect(requests.map(({ url }) => new URL(url).origin)).toEqual([base, api, api])
        expect(user).toMatchObject({ id: '5', name: 'r' })
      },
    'refuses a sign-in when GitHub says with status 200 that the code is wrong': async (signIn) => {
      const token = { ...service.token, answer: wrongCode }
      await expect(signIn({ service: { token } })).rejects.toThrow(/bad_verification_code|refused/)
    },
    'refuses the answer of another server (RFC 9207)': async (signIn) => {
      const iss = 'https://github.example.com/login/oauth'
      const change = { authorization: { ...service.authorization, iss } }
      await expect(signIn({ service: change })).rejects.toThrow(/"iss"/)
    },
  },
}

import { describe, expect, it } from 'vitest'
import type { Fetch, OAuth2Config } from '../lib/types/provider.ts'
import GitHub, { type GitHubProfile } from './github.ts'

const documented: GitHubProfile = {
  login: 'octocat',
  id: 583231,
  node_id: 'MDQ6VXNlcjU4MzIzMQ==',
  avatar_url: 'https://avatars.githubusercontent.com/u/583231?v=4',
  html_url: 'https://github.com/octocat',
  type: 'User',
  site_admin: false,
  name: 'The Octocat',
  company: '@github',
  email: 'octocat@github.com',
  email_verified: true,
  two_factor_authentication: true,
}
const minimal: GitHubProfile = { id: 1, login: 'o', name: null, email: null }

const emails = [
  { email: 'public@example.com', primary: false, verified: true, visibility: 'public' },
  { email: 'private@example.com', primary: true, verified: true, visibility: 'private' },
]

type Responses = Readonly<Record<string, Response>>

/** Runs the userinfo request against prepared answers; an address without one fails. */
async function requestProfile(
  provider: OAuth2Config<GitHubProfile>,
  answers: Responses,
): Promise<{ profile: GitHubProfile; requests: [string, RequestInit | undefined][] }> {
  const requests: [string, RequestInit | undefined][] = []
  const fetch: Fetch = (url, init) => {
    requests.push([url, init])
    const response = answers[url]
    return response ? Promise.resolve(response) : Promise.reject(new Error(`no answer for ${url}`))
  }
  const { userinfo } = provider
  if (typeof userinfo !== 'object' || !userinfo.request) throw new Error('no userinfo request')
  const profile = await userinfo.request({ tokens: { access_token: 'at' }, provider, fetch })
  return { profile, requests }
}

const user = (profile: object): Response => Response.json({ ...profile, email_verified: undefined })
const userUrl = 'https://api.github.com/user'
const emailsUrl = 'https://api.github.com/user/emails?per_page=100'

async function userOf(answers: Responses): Promise<unknown> {
  const provider = GitHub()
  const { profile } = await requestProfile(provider, answers)
  return provider.profile?.(profile, {})
}

describe('github', () => {
  it('maps the documented profile', async () => {
    expect(await GitHub().profile?.(documented, {})).toEqual({
      id: '583231',
      name: 'The Octocat',
      email: 'octocat@github.com',
      image: 'https://avatars.githubusercontent.com/u/583231?v=4',
      emailVerified: true,
    })
  })

  it('maps a profile with only id and login', async () => {
    expect(await GitHub().profile?.(minimal, {})).toEqual({
      id: '1',
      name: 'o',
      email: null,
      image: null,
      emailVerified: null,
    })
  })

  it('uses the private primary address instead of the public one', async () => {
    const responses = {
      [userUrl]: user({ ...documented, email: 'public@example.com' }),
      [emailsUrl]: Response.json(emails),
    }
    expect(await userOf(responses)).toMatchObject({
      email: 'private@example.com',
      emailVerified: true,
    })
  })

  it('maps an unverified primary address as unverified', async () => {
    const responses = {
      [userUrl]: user(minimal),
      [emailsUrl]: Response.json([{ email: 'new@example.com', primary: true, verified: false }]),
    }
    expect(await userOf(responses)).toMatchObject({
      email: 'new@example.com',
      emailVerified: false,
    })
  })

  it.each([403, 404])(
    'has no verified address when the list may not be read (%i)',
    async (status) => {
      const responses = {
        [userUrl]: user({ ...minimal, email: 'public@example.com' }),
        [emailsUrl]: Response.json({ message: 'Not Found' }, { status }),
      }
      expect(await userOf(responses)).toMatchObject({
        email: 'public@example.com',
        emailVerified: null,
      })
    },
  )

  it.each([
    ['an empty list', []],
    ['no list', { message: 'x' }],
    ['entries of another shape', [null, 'a@example.com', { email: 1, primary: true }]],
  ])('has no address after %s of addresses', async (_, body) => {
    const responses = { [userUrl]: user(minimal), [emailsUrl]: Response.json(body) }
    expect(await userOf(responses)).toMatchObject({ id: '1', email: null, emailVerified: null })
  })

  it('rejects when GitHub fails', async () => {
    const failure = Response.json({ message: 'Bad credentials' }, { status: 401 })
    const list = Response.json(emails)
    const noUser = { [userUrl]: failure, [emailsUrl]: list }
    await expect(userOf(noUser)).rejects.toThrow('401')
    const noList = { [userUrl]: user(minimal), [emailsUrl]: failure }
    await expect(userOf(noList)).rejects.toThrow('401')
    const notUser = { [userUrl]: Response.json(emails), [emailsUrl]: list }
    await expect(userOf(notUser)).rejects.toThrow('other than a user')
  })

  it('sends the access token and a user agent to the API of an Enterprise Server', async () => {
    const provider = GitHub({ enterprise: { baseUrl: 'https://git.example.com/' } })
    const api = 'https://git.example.com/api/v3'
    const { requests } = await requestProfile(provider, {
      [`${api}/user`]: user(minimal),
      [`${api}/user/emails?per_page=100`]: Response.json(emails),
    })
    expect(requests).toHaveLength(2)
    for (const [, init] of requests) {
      expect(init?.headers).toMatchObject({
        authorization: 'Bearer at',
      })
    }
    expect(provider).toMatchObject({
      issuer: 'https://git.example.com/login/oauth',
      authorization: { url: 'https://git.example.com/login/oauth/authorize' },
      token: { url: 'https://git.example.com/login/oauth/access_token' },
    })
  })

  describe('token.conform', () => {
    const { token } = GitHub()
    const conform = async (response: Response): Promise<Response | undefined> =>
      typeof token === 'object' ? token.conform?.(response) : undefined

    it('turns an error with status 200 into one with status 400', async () => {
      const error = { error: 'bad_verification_code', error_description: 'expired' }
      const response = await conform(Response.json(error))
      expect(response?.status).toBe(400)
      expect(await response?.json()).toEqual(error)
    })

    it.each([
      ['tokens', Response.json({ access_token: 'at', token_type: 'bearer' })],
      ['an error with its own status', Response.json({ error: 'x' }, { status: 401 })],
      ['anything but JSON', new Response('error=x')],
    ])('returns %s unchanged and readable', async (_, response) => {
      expect(await conform(response)).toBeUndefined()
      expect(response.bodyUsed).toBe(false)
    })
  })
})

import { describe, expect, it } from 'vitest'
import type { TokenSet } from '../types/account.ts'
import { type TwitterProfile, xMembers } from './x.ts'

const DATA = {
  id: '7',
  name: 'Ada',
  username: 'ada',
  confirmed_email: 'ada@example.com',
  profile_image_url: 'https://a.example/ada.png',
}

type Asked = Parameters<
  NonNullable<Extract<ReturnType<typeof xMembers>['userinfo'], { request?: unknown }>['request']>
>[0]

/** What the provider asks for with these tokens, and what it makes of the response. */
async function ask(
  tokens: Partial<TokenSet>,
  response: Response = Response.json({ data: DATA }),
): Promise<{ readonly url: URL; readonly headers: Headers; readonly profile: unknown }> {
  const sent: { url: URL; headers: Headers }[] = []
  const { userinfo } = xMembers()
  if (typeof userinfo !== 'object' || !('request' in userinfo)) throw new Error('No request.')
  const asked = {
    tokens,
    fetch: async (url: string, init?: RequestInit) => {
      sent.push({ url: new URL(url), headers: new Headers(init?.headers) })
      return response
    },
  }
  // Nothing else is looked at.
  const profile: unknown = await userinfo.request?.(asked as unknown as Asked)
  const [request] = sent
  if (!request) throw new Error('Nothing was sent.')
  return { ...request, profile }
}

describe('The providers for X', () => {
  it('ask for the address where that was granted, or where nothing says what was', async () => {
    for (const scope of ['users.read users.email', undefined]) {
      const tokens = scope === undefined ? { access_token: 'a' } : { access_token: 'a', scope }
      const { url, headers, profile } = await ask(tokens)
      expect(url.origin + url.pathname).toBe('https://api.x.com/2/users/me')
      expect(url.searchParams.get('user.fields')).toBe('profile_image_url,confirmed_email')
      expect(headers.get('authorization')).toBe('Bearer a')
      expect(headers.get('accept')).toBe('application/json')
      expect(profile).toEqual({ data: DATA })
    }
  })

  it('do not ask for the address without that scope', async () => {
    for (const scope of ['users.read tweet.read', 'users.email.x', '']) {
      const { url } = await ask({ access_token: 'a', scope })
      expect(url.searchParams.get('user.fields')).toBe('profile_image_url')
    }
  })

  it('send no token where the response had none', async () => {
    expect((await ask({})).headers.get('authorization')).toBe('Bearer')
  })

  it('name X when it does not answer with a profile', async () => {
    const response = new Response('{}', { status: 403 })
    await expect(ask({ access_token: 'a' }, response)).rejects.toThrow('X answered with HTTP 403')
  })

  it('send people to X, with the scopes that the profile needs', () => {
    const { authorization, token, userinfo } = xMembers()
    expect(authorization).toEqual({
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read users.email offline.access' },
    })
    expect(token).toEqual({ url: 'https://api.x.com/2/oauth2/token' })
    expect(userinfo).toMatchObject({ url: 'https://api.x.com/2/users/me' })
  })

  const user = (profile: object): unknown => {
    const { profile: toUser } = xMembers()
    // As X may send it, whatever the types say.
    return toUser?.(profile as TwitterProfile, {} as TokenSet) // The same holds for the tokens.
  }

  it('make a user of the profile', () => {
    const { id, name, confirmed_email: email, profile_image_url: image } = DATA
    expect(user({ data: DATA })).toEqual({ id, name, email, image, emailVerified: true })
  })

  it('name people without a name by their user name', () => {
    expect(user({ data: { ...DATA, name: undefined } })).toHaveProperty('name', 'ada')
    expect(user({ data: { ...DATA, name: 7, username: 8 } })).toHaveProperty('name', null)
  })

  it('verify no address that is missing, and make no id of what is not text', () => {
    const nobody = { name: null, email: null, image: null, emailVerified: false }
    expect(user({})).toEqual(nobody)
    expect(user({ data: { id: 7, confirmed_email: 7, profile_image_url: 7 } })).toEqual(nobody)
  })
})

import { describe, expect, it } from 'vitest'
import GitLab, { type GitLabProfile } from './gitlab.ts'

const documented: GitLabProfile = {
  id: 1,
  username: 'john_smith',
  email: 'john@example.com',
  name: 'John Smith',
  state: 'active',
  avatar_url: 'https://gitlab.com/uploads/user/avatar/1/index.jpg',
  web_url: 'https://gitlab.com/john_smith',
  created_at: '2012-05-23T08:00:58Z',
  confirmed_at: '2012-05-23T09:05:22Z',
  two_factor_enabled: true,
  external: false,
  commit_email: 'admin@example.com',
}
const minimal: GitLabProfile = { id: 7, username: 'seven' }

describe('gitlab', () => {
  it('maps the documented profile', async () => {
    expect(await GitLab().profile?.(documented, {})).toEqual({
      id: '1',
      name: 'John Smith',
      email: 'john@example.com',
      image: 'https://gitlab.com/uploads/user/avatar/1/index.jpg',
      emailVerified: true,
    })
  })

  it('maps a profile with only id and user name', async () => {
    expect(await GitLab().profile?.(minimal, {})).toEqual({
      id: '7',
      name: 'seven',
      email: null,
      image: null,
      emailVerified: false,
    })
  })

  it('maps an unconfirmed address as unverified', async () => {
    const profile = { ...documented, confirmed_at: null }
    expect(await GitLab().profile?.(profile, {})).toMatchObject({ emailVerified: false })
  })

  it.each(['https://git.example.com/sub', 'https://git.example.com/sub/'])(
    'has the endpoints of an instance at %s',
    (baseUrl) => {
      for (const provider of [GitLab({ baseUrl }), GitLab({ baseUrl: new URL(baseUrl) })]) {
        expect(provider).toMatchObject({
          issuer: 'https://git.example.com/sub',
          authorization: { url: '{issuer}/oauth/authorize' },
          token: { url: '{issuer}/oauth/token' },
          userinfo: { url: '{issuer}/api/v4/user' },
        })
      }
    },
  )
})

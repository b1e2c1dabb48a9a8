import { describe, expect, it } from 'vitest'
import Okta, { type OktaProfile } from './okta.ts'

const documented: OktaProfile = {
  ver: 1,
  iss: 'https://example.okta.com/oauth2/default',
  sub: '00uid4BxXw6I6TV4m0g3',
  aud: 'client',
  auth_time: 1311280970,
  amr: ['pwd'],
  idp: '00ok1u7AsAkrwdZL3z0g3',
  name: 'John Doe',
  nickname: 'Jimmy',
  preferred_username: 'john.doe@example.com',
  email: 'john.doe@example.com',
  email_verified: true,
  locale: 'en-US',
}
const minimal: OktaProfile = { sub: 's' }

describe('okta', () => {
  it('maps the documented claims', async () => {
    expect(await Okta().profile?.(documented, {})).toEqual({
      id: '00uid4BxXw6I6TV4m0g3',
      name: 'John Doe',
      email: 'john.doe@example.com',
      image: null,
      emailVerified: true,
    })
  })

  it('maps an ID token with only a subject', async () => {
    const empty = { id: 's', name: null, email: null, image: null, emailVerified: false }
    expect(await Okta().profile?.(minimal, {})).toEqual(empty)
  })

  it('has no default issuer, and keeps a given one in its options', () => {
    expect(Okta()).not.toHaveProperty('issuer')
    expect(Okta({ issuer: 'https://example.okta.com/oauth2/default' }).options).toEqual({
      issuer: 'https://example.okta.com/oauth2/default',
    })
  })
})

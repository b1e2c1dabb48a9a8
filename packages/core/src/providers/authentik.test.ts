import { describe, expect, it } from 'vitest'
import Authentik, { type AuthentikProfile } from './authentik.ts'

const documented: AuthentikProfile = {
  iss: 'https://sso.example.com/application/o/my-app/',
  aud: 'client',
  sub: '2f7d0f4b1c6e4b0d8a8f3f1d5e2c9b7a',
  acr: 'goauthentik.io/providers/oauth2/default',
  email: 'akadmin@example.com',
  email_verified: true,
  name: 'authentik Default Admin',
  given_name: 'authentik Default Admin',
  preferred_username: 'akadmin',
  nickname: 'akadmin',
  groups: ['authentik Admins'],
}
const minimal: AuthentikProfile = { sub: 's' }

describe('authentik', () => {
  it('maps the documented claims', async () => {
    expect(await Authentik().profile?.(documented, {})).toEqual({
      id: '2f7d0f4b1c6e4b0d8a8f3f1d5e2c9b7a',
      name: 'authentik Default Admin',
      email: 'akadmin@example.com',
      image: null,
      emailVerified: false,
    })
  })

  it('maps an ID token with only a subject', async () => {
    const empty = { id: 's', name: null, email: null, image: null, emailVerified: false }
    expect(await Authentik().profile?.(minimal, {})).toEqual(empty)
  })

  it('has no default issuer, and keeps a given one in its options', () => {
    expect(Authentik()).not.toHaveProperty('issuer')
    expect(Authentik({ issuer: 'https://sso.example.com/application/o/my-app/' }).options).toEqual({
      issuer: 'https://sso.example.com/application/o/my-app/',
    })
  })
})

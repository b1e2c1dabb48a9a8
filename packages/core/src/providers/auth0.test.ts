import { describe, expect, it } from 'vitest'
import Auth0, { type Auth0Profile } from './auth0.ts'

const documented: Auth0Profile = {
  iss: 'https://tenant.eu.auth0.com/',
  aud: 'client',
  sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
  nickname: 'j.doe',
  name: 'j.doe@example.com',
  given_name: 'Jane',
  picture: 'https://s.gravatar.com/avatar/0',
  email: 'j.doe@example.com',
  email_verified: true,
  updated_at: '2024-03-01T10:00:00.000Z',
}
const minimal: Auth0Profile = { sub: 's' }

describe('auth0', () => {
  it('maps the documented claims', async () => {
    expect(await Auth0().profile?.(documented, {})).toEqual({
      id: 'auth0|5f7c8ec7c33c6c004bbafe82',
      name: 'j.doe@example.com',
      email: 'j.doe@example.com',
      image: 'https://s.gravatar.com/avatar/0',
      emailVerified: true,
    })
  })

  it('maps an ID token with only a subject', async () => {
    const empty = { id: 's', name: null, email: null, image: null, emailVerified: false }
    expect(await Auth0().profile?.(minimal, {})).toEqual(empty)
  })

  it('has no default issuer, and keeps a given one in its options', () => {
    expect(Auth0()).not.toHaveProperty('issuer')
    expect(Auth0({ issuer: 'https://tenant.eu.auth0.com/' }).options).toEqual({
      issuer: 'https://tenant.eu.auth0.com/',
    })
  })
})

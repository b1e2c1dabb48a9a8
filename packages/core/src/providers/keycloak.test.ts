import { describe, expect, it } from 'vitest'
import Keycloak, { type KeycloakProfile } from './keycloak.ts'

const documented: KeycloakProfile = {
  iss: 'https://sso.example.com/realms/main',
  aud: 'client',
  sub: '4f1f7f0a-5c2e-4b42-9a4e-0c6b2c1d7f10',
  typ: 'ID',
  azp: 'client',
  sid: '9c0c2b1e-0f5f-4e0f-8d1b-4d0a3c1a2b3c',
  acr: '1',
  email_verified: false,
  name: 'Alice Liddel',
  preferred_username: 'alice',
  given_name: 'Alice',
  family_name: 'Liddel',
  email: 'alice@example.com',
}
const minimal: KeycloakProfile = { sub: 's' }

describe('keycloak', () => {
  it('maps the documented claims', async () => {
    expect(await Keycloak().profile?.(documented, {})).toEqual({
      id: '4f1f7f0a-5c2e-4b42-9a4e-0c6b2c1d7f10',
      name: 'Alice Liddel',
      email: 'alice@example.com',
      image: null,
      emailVerified: false,
    })
  })

  it('maps an ID token with only a subject', async () => {
    const empty = { id: 's', name: null, email: null, image: null, emailVerified: false }
    expect(await Keycloak().profile?.(minimal, {})).toEqual(empty)
  })

  it('has no default issuer, and keeps a given one in its options', () => {
    expect(Keycloak()).not.toHaveProperty('issuer')
    expect(Keycloak({ issuer: 'https://sso.example.com/realms/main' }).options).toEqual({
      issuer: 'https://sso.example.com/realms/main',
    })
  })
})

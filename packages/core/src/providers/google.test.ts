import { describe, expect, it } from 'vitest'
import Google, { type GoogleProfile } from './google.ts'

const documented: GoogleProfile = {
  iss: 'https://accounts.google.com',
  azp: '1234987819200.apps.googleusercontent.com',
  aud: '1234987819200.apps.googleusercontent.com',
  sub: '10769150350006150715113082367',
  hd: 'example.com',
  email: 'jsmith@example.com',
  email_verified: true,
  name: 'Jane Smith',
  given_name: 'Jane',
  family_name: 'Smith',
  picture: 'https://lh3.googleusercontent.com/a/photo',
  iat: 1353601026,
  exp: 1353604926,
}
// With the scope `openid` alone.
const minimal = { sub: 's' } as GoogleProfile

describe('google', () => {
  it('maps the documented claims', async () => {
    expect(await Google().profile?.(documented, {})).toEqual({
      id: '10769150350006150715113082367',
      name: 'Jane Smith',
      email: 'jsmith@example.com',
      image: 'https://lh3.googleusercontent.com/a/photo',
      emailVerified: true,
    })
  })

  it('maps an ID token with only a subject', async () => {
    const empty = { id: 's', name: null, email: null, image: null, emailVerified: false }
    expect(await Google().profile?.(minimal, {})).toEqual(empty)
  })

  it('maps an address as verified only when Google does', async () => {
    const profile = { ...documented, email_verified: false }
    expect(await Google().profile?.(profile, {})).toMatchObject({ emailVerified: false })
  })
})

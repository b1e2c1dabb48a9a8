import { expect, it } from 'vitest'
import { samlUser } from './saml-jackson.ts'

it('The profile of a SAML connection has both names and an unverified address', () => {
  const said = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', roles: ['x'] }
  expect(samlUser(said)).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    image: null,
    emailVerified: false,
  })
})

it('The profile of a SAML connection without attributes has neither name nor address', () => {
  const empty = { name: null, email: null, image: null, emailVerified: false }
  expect(samlUser({})).toEqual(empty)
  // Values that the types refuse, and an identity provider may send.
  expect(samlUser({ email: { canary: true } as unknown as string })).toEqual(empty)
})

import { expect, it } from 'vitest'
import WebAuthn from './webauthn.ts'

it('WebAuthn lists credentials by e-mail address by default', () => {
  expect(WebAuthn()).toMatchObject({
    id: 'webauthn',
    type: 'webauthn',
    residentKey: 'preferred',
    listCredentials: true,
  })
})

it('WebAuthn keeps settings weaker than the default in its options', () => {
  const options = { userVerification: 'preferred' } as const
  expect(WebAuthn(options).options).toEqual(options)
  expect(WebAuthn(options)).not.toHaveProperty('userVerification')
})

import { expect, it } from 'vitest'
import WebAuthn from './webauthn.ts'

it('finds keys that store nothing by the e-mail address', () => {
  expect(WebAuthn()).toMatchObject({
    id: 'webauthn',
    type: 'webauthn',
    residentKey: 'preferred',
    listCredentials: true,
  })
})

it('keeps what is weaker than the default among the options', () => {
  const options = { userVerification: 'preferred' } as const
  expect(WebAuthn(options).options).toEqual(options)
  expect(WebAuthn(options)).not.toHaveProperty('userVerification')
})

import { expect, it } from 'vitest'
import Passkey from './passkey.ts'

it('Passkey requests discoverable credentials', () => {
  expect(Passkey()).toMatchObject({ id: 'passkey', type: 'webauthn', residentKey: 'required' })
  expect(Passkey()).not.toHaveProperty('listCredentials')
})

it('Passkey keeps id, name and relying party in its options', () => {
  const options = { id: 'keys', name: 'Keys', relyingParty: { id: 'example.com' } }
  expect(Passkey(options)).toMatchObject({ id: 'passkey', name: 'Passkey', options })
})

import { describe, expect, it } from 'vitest'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import { checkWebAuthn } from './webauthn.ts'

const configOf = (options: object): WebAuthnConfig =>
  // As JavaScript may have it: types refuse most of this before.
  ({ id: 'keys', name: 'Keys', type: 'webauthn', ...options }) as WebAuthnConfig

function matching(form: string): unknown {
  return expect.stringMatching(new RegExp(form))
}

describe('checkWebAuthn', () => {
  it.each([
    ['nothing', {}],
    ['a timeout', { timeout: 1 }],
    ['members that are undefined', { relyingParty: undefined, registrationOptions: undefined }],
    ['a version', { simpleWebAuthnBrowserVersion: 'v9.0.1' }],
    ['no version', { simpleWebAuthnBrowserVersion: false }],
    ['a field with suggestions', { formFields: { name: { autocomplete: 'username webauthn' } } }],
    ['fields without suggestions', { formFields: { name: {} }, enableConditionalUI: false }],
  ])('takes %s', (_, options) => {
    expect(() => checkWebAuthn(configOf(options))).not.toThrow()
  })

  it.each([
    ['authenticationOptions.challenge', { authenticationOptions: { challenge: 'own' } }],
    ['authenticationOptions.rpID', { authenticationOptions: { rpID: 'a.example' } }],
    ['registrationOptions.userID', { registrationOptions: { userID: 'own' } }],
    [
      'registrationOptions.authenticatorSelecton',
      { registrationOptions: { authenticatorSelecton: {} } },
    ],
    [
      'verifyAuthenticationOptions.expectedOrigin',
      { verifyAuthenticationOptions: { expectedOrigin: '*' } },
    ],
    [
      'verifyRegistrationOptions.expectedRPID',
      { verifyRegistrationOptions: { expectedRPID: 'a' } },
    ],
    ['relyingParty.origins', { relyingParty: { origins: [] } }],
    ['relayingParty', { relayingParty: 'app.example' }],
    ['relyingParty and relayingParty', { relyingParty: {}, relayingParty: {} }],
    [
      'relayingParty and getRelayingParty',
      { relayingParty: {}, getRelayingParty: () => undefined },
    ],
    ['timeout', { timeout: Number.NaN }],
    ['timeout', { registrationOptions: { timeout: 0 } }],
    ['timeout', { authenticationOptions: { timeout: '60' } }],
    [
      'verifyAuthenticationResponse',
      { simpleWebAuthn: { generateAuthenticationOptions: () => 0 } },
    ],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: '9.0.1' }],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: 9 }],
    ['formFields.csrfToken', { formFields: { csrfToken: { autocomplete: 'webauthn' } } }],
  ])('refuses and names %s', (named, options) => {
    expect(() => checkWebAuthn(configOf(options))).toThrow(
      expect.objectContaining({
        type: 'InvalidConfiguration',
        message: matching(`The provider "keys":.*${named}`),
      }),
    )
  })

  it.each([{ formFields: {} }, { formFields: { name: { autocomplete: 'username' } } }])(
    'refuses suggestions without an input for them: %j',
    (options) => {
      expect(() => checkWebAuthn(configOf(options))).toThrow(
        expect.objectContaining({ type: 'MissingWebAuthnAutocomplete' }),
      )
    },
  )
})

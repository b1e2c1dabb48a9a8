import { describe, expect, it } from 'vitest'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import { checkWebAuthn } from './webauthn.ts'

const configOf = (options: object): WebAuthnConfig =>
  // As JavaScript may have it: types refuse most of this before.
  ({ id: 'keys', name: 'Keys', type: 'webauthn', ...options }) as WebAuthnConfig

function matching(form: string): unknown {
  return expect.stringMatching(new RegExp(form))
}

const QUIET = { enableConditionalUI: false }

const selecting = (authenticatorSelection: object): object => ({
  registrationOptions: { authenticatorSelection },
})

const contradicting = (requireUserVerification: boolean, userVerification: string): object => ({
  verifyAuthenticationOptions: {
    requireUserVerification,
    advancedFIDOConfig: { userVerification },
  },
})

const extending = (extensions: unknown): object => ({ authenticationOptions: { extensions } })

describe('checkWebAuthn', () => {
  it.each<readonly [string, object]>([
    ['nothing', {}],
    ['a timeout', { timeout: 1 }],
    [
      'a function beside relyingParty',
      { relyingParty: {}, getRelayingParty: (): void => undefined },
    ],
    [
      'a function beside relayingParty',
      { relayingParty: {}, getRelayingParty: (): void => undefined },
    ],
    ['members that are undefined', { relyingParty: undefined, registrationOptions: undefined }],
    ['a version', { simpleWebAuthnBrowserVersion: 'v9.0.1' }],
    ['the number of a version', { simpleWebAuthnBrowserVersion: 'v10' }],
    ['a long version', { simpleWebAuthnBrowserVersion: 'v10.11.12' }],
    ['a relying party', { relyingParty: { id: 'a.example', name: ['A'], origin: ['https://a'] } }],
    ['a relying party of the other name', { relayingParty: { id: ['a.example'], origin: 'b' } }],
    ['a part of the device', selecting({ authenticatorAttachment: 'platform' })],
    ['portable authenticators', selecting({ authenticatorAttachment: 'cross-platform' })],
    ['keys that find nobody', selecting({ residentKey: 'discouraged', requireResidentKey: true })],
    ['no attestation', { registrationOptions: { attestationType: 'none' } }],
    ['direct attestation', { registrationOptions: { attestationType: 'direct' } }],
    ['attestation of an enterprise', { registrationOptions: { attestationType: 'enterprise' } }],
    ['a key', { registrationOptions: { preferredAuthenticatorType: 'securityKey' } }],
    ['this device', { registrationOptions: { preferredAuthenticatorType: 'localDevice' } }],
    ['another device', { registrationOptions: { preferredAuthenticatorType: 'remoteDevice' } }],
    ['a requirement alone', { verifyAuthenticationOptions: { requireUserVerification: true } }],
    [
      'a demand alone',
      { verifyAuthenticationOptions: { advancedFIDOConfig: { userVerification: 'preferred' } } },
    ],
    [
      'the functions of the package',
      {
        simpleWebAuthn: {
          generateAuthenticationOptions: () => 0,
          verifyAuthenticationResponse: () => 0,
          generateRegistrationOptions: () => 0,
          verifyRegistrationResponse: () => 0,
        },
      },
    ],
    ['a field with nothing but suggestions', { formFields: { a: { autocomplete: 'webauthn' } } }],
    [
      'a list that an address opens',
      { formFields: { email: {} }, listCredentials: true, ...QUIET },
    ],
    ['no version', { simpleWebAuthnBrowserVersion: false }],
    ['a field with suggestions', { formFields: { name: { autocomplete: 'username webauthn' } } }],
    ['a field in other cases', { formFields: { name: { autoComplete: 'username WebAuthn' } } }],
    ['members that are undefined', { authenticationOptions: { userVerification: undefined } }],
    ['variables that every provider has', { clientId: 'a', clientSecret: 'b', issuer: 'c' }],
    ['a way to find users', { getUserInfo: () => null, formFields: { a: {} }, ...QUIET }],
    ['fields with an empty list', { formFields: { a: {} }, listCredentials: false, ...QUIET }],
    ['extensions', { authenticationOptions: { extensions: { a: [1, 'b', null, { c: true }] } } }],
    [
      'two that say the same',
      {
        verifyAuthenticationOptions: {
          requireUserVerification: true,
          advancedFIDOConfig: { userVerification: 'required' },
        },
      },
    ],
    ['fields without suggestions', { formFields: { name: {} }, enableConditionalUI: false }],
  ])('accepts the options of a provider with %s', (_, options) => {
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
    ['timeout', { timeout: Number.NaN }],
    ['timeout', { registrationOptions: { timeout: 0 } }],
    ['timeout', { authenticationOptions: { timeout: '60' } }],
    [
      'verifyAuthenticationResponse',
      { simpleWebAuthn: { generateAuthenticationOptions: () => 0 } },
    ],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: '9.0.1' }],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: 9 }],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: ['v9.0.1'] }],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: 'xv9.0.1' }],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: 'v9.0.1-beta' }],
    ['simpleWebAuthnBrowserVersion', { simpleWebAuthnBrowserVersion: 'v9/../evil' }],
    ['formFields.action', { formFields: { action: {} }, ...QUIET }],
    ['formFields.callbackUrl', { formFields: { callbackUrl: {} }, ...QUIET }],
    ['formFields.data', { formFields: { data: {} }, ...QUIET }],
    ['userVerification', { userVerification: 'Required' }],
    ['userVerification', { userVerification: null }],
    ['userVerification', { userVerification: ['required'] }],
    ['authenticationOptions.userVerification', { authenticationOptions: { userVerification: '' } }],
    ['authenticatorSelection.userVerification', selecting({ userVerification: 'require' })],
    ['authenticatorSelection.residentKey', selecting({ residentKey: true })],
    ['authenticatorSelection.requireResidentKey', selecting({ requireResidentKey: 'yes' })],
    ['authenticatorSelection.authenticatorAttachment', selecting({ authenticatorAttachment: 'x' })],
    ['authenticatorSelection.userverification', selecting({ userverification: 'required' })],
    ['residentKey', { residentKey: 'Preferred' }],
    ['attestationType', { registrationOptions: { attestationType: 'indirect' } }],
    ['preferredAuthenticatorType', { registrationOptions: { preferredAuthenticatorType: 'usb' } }],
    ['supportedAlgorithmIDs', { registrationOptions: { supportedAlgorithmIDs: ['-7'] } }],
    ['supportedAlgorithmIDs', { verifyRegistrationOptions: { supportedAlgorithmIDs: [] } }],
    [
      'requireUserVerification',
      { verifyAuthenticationOptions: { requireUserVerification: 'false' } },
    ],
    ['requireUserVerification', { verifyRegistrationOptions: { requireUserVerification: 0 } }],
    ['advancedFIDOConfig', { verifyAuthenticationOptions: { advancedFIDOConfig: true } }],
    [
      'advancedFIDOConfig.userVerification',
      { verifyAuthenticationOptions: { advancedFIDOConfig: { userVerification: 'REQUIRED' } } },
    ],
    [
      'advancedFIDOConfig.uv',
      { verifyAuthenticationOptions: { advancedFIDOConfig: { uv: 'required' } } },
    ],
    ['contradict', contradicting(true, 'preferred')],
    ['contradict', contradicting(false, 'required')],
    ['listCredentials', { listCredentials: 'yes' }],
    ['checkUserHandle', { checkUserHandle: 0 }],
    ['enableConditionalUI', { enableConditionalUI: 'false' }],
    ['getUserInfo', { getUserInfo: true }],
    ['getRelayingParty', { getRelayingParty: { id: 'app.example' } }],
    ['relyingParty.id', { relyingParty: { id: 7 } }],
    ['relayingParty.name', { relayingParty: { name: [] } }],
    ['Did you mean `userVerification`', { userVerificaton: 'required' }],
    ['Did you mean `relayingParty`', { relayngParty: {} }],
    ['`constructor` cannot be set', { constructor: 1 }],
    ['authenticationOptions.extensions', extending({ a: 1n })],
    ['authenticationOptions.extensions', extending({ prf: { eval: new Uint8Array([1]) } })],
    ['authenticationOptions.extensions', extending({ a: () => 0 })],
    ['authenticationOptions.extensions', extending('x')],
    ['formFields', { formFields: [] }],
    ['formFields.a', { formFields: { a: null }, ...QUIET }],
    ['formFields.a', { formFields: { a: 'Name' }, ...QUIET }],
    ['formFields.pin', { formFields: { pin: { Type: 'Password' } }, ...QUIET }],
    ['`email`', { formFields: { name: {} }, listCredentials: true, ...QUIET }],
    ['formFields.csrfToken', { formFields: { csrfToken: { autocomplete: 'webauthn' } } }],
  ])('refuses %s with its name', (named, options) => {
    expect(() => checkWebAuthn(configOf(options))).toThrow(
      expect.objectContaining({
        type: 'InvalidConfiguration',
        message: matching(`The provider "keys":.*${named}`),
      }),
    )
  })

  it.each([
    { formFields: {} },
    { formFields: { name: { autocomplete: 'username' } } },
    { formFields: { name: { autocomplete: 'webauthn username' } } },
    { formFields: { name: { autocomplete: 'username webauthn', type: 'hidden' } } },
  ])('refuses suggestions without an input for them: %j', (options) => {
    expect(() => checkWebAuthn(configOf(options))).toThrow(
      expect.objectContaining({
        type: 'MissingWebAuthnAutocomplete',
        message: matching('^The provider "keys" has conditional UI, .* ends in "webauthn"'),
      }),
    )
  })
})

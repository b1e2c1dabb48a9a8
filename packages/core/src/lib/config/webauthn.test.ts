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
      'getRelayingParty beside relyingParty',
      { relyingParty: {}, getRelayingParty: (): void => undefined },
    ],
    [
      'getRelayingParty beside relayingParty',
      { relayingParty: {}, getRelayingParty: (): void => undefined },
    ],
    [
      'an attribute that is not text',
      { formFields: { name: { type: 7, autocomplete: 'username webauthn' } } },
    ],
    ['members that are undefined', { relyingParty: undefined, registrationOptions: undefined }],
    ['a version of the browser script', { simpleWebAuthnBrowserVersion: 'v9.0.1' }],
    ['the major version of the browser script alone', { simpleWebAuthnBrowserVersion: 'v10' }],
    [
      'a version of the browser script with several digits',
      { simpleWebAuthnBrowserVersion: 'v10.11.12' },
    ],
    ['a relying party', { relyingParty: { id: 'a.example', name: ['A'], origin: ['https://a'] } }],
    ['a relying party named relayingParty', { relayingParty: { id: ['a.example'], origin: 'b' } }],
    ['platform authenticators', selecting({ authenticatorAttachment: 'platform' })],
    ['cross-platform authenticators', selecting({ authenticatorAttachment: 'cross-platform' })],
    [
      'a discouraged resident key',
      selecting({ residentKey: 'discouraged', requireResidentKey: true }),
    ],
    ['no attestation', { registrationOptions: { attestationType: 'none' } }],
    ['direct attestation', { registrationOptions: { attestationType: 'direct' } }],
    ['enterprise attestation', { registrationOptions: { attestationType: 'enterprise' } }],
    [
      'a preferred security key',
      { registrationOptions: { preferredAuthenticatorType: 'securityKey' } },
    ],
    [
      'a preferred local device',
      { registrationOptions: { preferredAuthenticatorType: 'localDevice' } },
    ],
    [
      'a preferred remote device',
      { registrationOptions: { preferredAuthenticatorType: 'remoteDevice' } },
    ],
    [
      'requireUserVerification alone',
      { verifyAuthenticationOptions: { requireUserVerification: true } },
    ],
    [
      'advancedFIDOConfig alone',
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
    [
      'a field with autocomplete "webauthn" alone',
      { formFields: { a: { autocomplete: 'webauthn' } } },
    ],
    [
      'listed credentials and a field for the address',
      { formFields: { email: {} }, listCredentials: true, ...QUIET },
    ],
    ['no version of the browser script', { simpleWebAuthnBrowserVersion: false }],
    [
      'a field with autocomplete that ends in "webauthn"',
      { formFields: { name: { autocomplete: 'username webauthn' } } },
    ],
    [
      'a field with autocomplete in other letter case',
      { formFields: { name: { autoComplete: 'username WebAuthn' } } },
    ],
    ['members that are undefined', { authenticationOptions: { userVerification: undefined } }],
    ['variables that every provider has', { clientId: 'a', clientSecret: 'b', issuer: 'c' }],
    [
      'getUserInfo and fields of its own',
      { getUserInfo: () => null, formFields: { a: {} }, ...QUIET },
    ],
    ['fields and listCredentials off', { formFields: { a: {} }, listCredentials: false, ...QUIET }],
    ['extensions', { authenticationOptions: { extensions: { a: [1, 'b', null, { c: true }] } } }],
    [
      'two equal requirements of user verification',
      {
        verifyAuthenticationOptions: {
          requireUserVerification: true,
          advancedFIDOConfig: { userVerification: 'required' },
        },
      },
    ],
    [
      'fields without autocomplete and conditional UI off',
      { formFields: { name: {} }, enableConditionalUI: false },
    ],
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

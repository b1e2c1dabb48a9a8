import { describe, expect, it } from 'vitest'
import type { WebAuthnConfig } from '../../types/webauthn.ts'
import { providerSettings } from './settings.ts'

type Options = Partial<WebAuthnConfig>

const settings = (options: Options = {}): ReturnType<typeof providerSettings> =>
  providerSettings({ id: 'passkey', name: 'Passkey', type: 'webauthn', ...options })

const ALGORITHMS = [-8, -7, -257]

it('A WebAuthn provider without options requires user verification within five minutes (WAN-03)', () => {
  expect(settings()).toEqual({
    provider: 'passkey',
    checkUserHandle: true,
    authentication: {
      asked: { timeout: 300_000, userVerification: 'required' },
      verified: { requireUserVerification: true },
    },
    registration: {
      asked: {
        timeout: 300_000,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      },
      verified: { requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    },
    functions: undefined,
  })
})

it('A WebAuthn provider accepts foreign user handles only where that is configured (WAN-09)', () => {
  expect(settings({ checkUserHandle: false }).checkUserHandle).toBe(false)
  expect(settings({ checkUserHandle: true }).checkUserHandle).toBe(true)
})

// As JavaScript may have it.
const UNDEFINED = {
  userVerification: undefined,
  timeout: undefined,
  residentKey: undefined,
} as object

describe('User verification of a WebAuthn provider', () => {
  it.each<[Options, string, boolean]>([
    [{ userVerification: 'preferred' }, 'preferred', false],
    [{ userVerification: 'required' }, 'required', true],
    [{ authenticationOptions: { userVerification: 'discouraged' } }, 'discouraged', false],
    [
      { userVerification: 'preferred', authenticationOptions: { userVerification: 'required' } },
      'required',
      true,
    ],
    [{ authenticationOptions: UNDEFINED }, 'required', true],
    [{ verifyAuthenticationOptions: {} }, 'required', true],
    [{ verifyAuthenticationOptions: { requireUserVerification: false } }, 'required', false],
    [
      {
        userVerification: 'preferred',
        verifyAuthenticationOptions: { requireUserVerification: true },
      },
      'preferred',
      true,
    ],
    [{ verifyAuthenticationOptions: { advancedFIDOConfig: {} } }, 'required', true],
    [{ verifyAuthenticationOptions: { advancedFIDOConfig: UNDEFINED } }, 'required', true],
    [
      { verifyAuthenticationOptions: { advancedFIDOConfig: { userVerification: 'preferred' } } },
      'required',
      false,
    ],
    [
      {
        userVerification: 'preferred',
        verifyAuthenticationOptions: { advancedFIDOConfig: { userVerification: 'required' } },
      },
      'preferred',
      true,
    ],
  ])(
    'to sign in, with %j: %s is requested, and required: %s (WAN-03)',
    (options, asked, verified) => {
      const { authentication } = settings(options)
      expect(authentication.asked.userVerification).toBe(asked)
      expect(authentication.verified).toEqual({ requireUserVerification: verified })
    },
  )

  it.each<[Options, string, boolean]>([
    [{ userVerification: 'preferred' }, 'preferred', false],
    [
      { registrationOptions: { authenticatorSelection: { userVerification: 'discouraged' } } },
      'discouraged',
      false,
    ],
    [
      {
        userVerification: 'preferred',
        registrationOptions: { authenticatorSelection: { userVerification: 'required' } },
      },
      'required',
      true,
    ],
    [{ registrationOptions: { authenticatorSelection: UNDEFINED } }, 'required', true],
    [{ registrationOptions: {} }, 'required', true],
    [{ verifyRegistrationOptions: {} }, 'required', true],
    [{ verifyRegistrationOptions: { requireUserVerification: false } }, 'required', false],
    [
      {
        userVerification: 'preferred',
        verifyRegistrationOptions: { requireUserVerification: true },
      },
      'preferred',
      true,
    ],
  ])(
    'to register, with %j: %s is requested, and required: %s (WAN-03)',
    (options, asked, verified) => {
      const { registration } = settings(options)
      expect(registration.asked.authenticatorSelection?.userVerification).toBe(asked)
      expect(registration.verified.requireUserVerification).toBe(verified)
    },
  )
})

describe('Other settings of a WebAuthn provider', () => {
  it.each<[Options, number, number]>([
    [{ timeout: 60_000 }, 60_000, 60_000],
    [{ timeout: 300_001 }, 300_000, 300_000],
    [{ timeout: 0 }, 1, 1],
    [{ timeout: -5 }, 1, 1],
    [{ timeout: 2 }, 2, 2],
    [{ timeout: 60_000, authenticationOptions: { timeout: 5 } }, 5, 60_000],
    [{ timeout: 60_000, registrationOptions: { timeout: 5 } }, 60_000, 5],
    [{ authenticationOptions: UNDEFINED, registrationOptions: UNDEFINED }, 300_000, 300_000],
  ])(
    'have with %j the timeouts of %i and %i milliseconds (WAN-07)',
    (options, signIn, register) => {
      const { authentication, registration } = settings(options)
      expect(authentication.asked.timeout).toBe(signIn)
      expect(registration.asked.timeout).toBe(register)
    },
  )

  it.each<[Options, string]>([
    [{ residentKey: 'preferred' }, 'preferred'],
    [
      {
        residentKey: 'preferred',
        registrationOptions: { authenticatorSelection: { residentKey: 'discouraged' } },
      },
      'discouraged',
    ],
    [{ registrationOptions: { authenticatorSelection: UNDEFINED } }, 'required'],
  ])('have with %j the resident key %s', (options, residentKey) => {
    const { authenticatorSelection } = settings(options).registration.asked
    expect(authenticatorSelection?.residentKey).toBe(residentKey)
  })

  it('are kept as configured', () => {
    const extensions = { largeBlob: { read: true } }
    const { authentication, registration } = settings({
      authenticationOptions: { extensions },
      registrationOptions: {
        extensions,
        attestationType: 'direct',
        authenticatorSelection: { authenticatorAttachment: 'platform' },
      },
    })
    expect(authentication.asked.extensions).toBe(extensions)
    expect(registration.asked).toMatchObject({
      extensions,
      attestationType: 'direct',
      authenticatorSelection: { authenticatorAttachment: 'platform', residentKey: 'required' },
    })
  })

  it.each<[Options, readonly number[], readonly number[]]>([
    [{ registrationOptions: { supportedAlgorithmIDs: [-7] } }, [-7], [-7]],
    [{ verifyRegistrationOptions: { supportedAlgorithmIDs: [-7] } }, ALGORITHMS, [-7]],
    [
      {
        registrationOptions: { supportedAlgorithmIDs: [-7] },
        verifyRegistrationOptions: { supportedAlgorithmIDs: [-8] },
      },
      [-7],
      [-8],
    ],
  ])('offer with %j the algorithms %j, and accept %j (WAN-06)', (options, asked, verified) => {
    const { registration } = settings(options)
    expect(registration.asked.supportedAlgorithmIDs).toEqual(asked)
    expect(registration.verified.supportedAlgorithmIDs).toEqual(verified)
  })
})

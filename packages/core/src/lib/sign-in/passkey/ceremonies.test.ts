import * as server from '@simplewebauthn/server'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CredentialJSON,
  type Bend,
  cbor,
  createAuthenticator,
  type FakeAuthenticator,
  FLAGS,
} from '../../../../../../test/kit/src/fake-authenticator.ts'
import { createMacs } from '../../crypto/mac.ts'
import type { StoreFor } from '../../config/store.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'
import { PASSKEY_PROVIDERS } from './register.ts'
import { verifyAuthentication } from './authenticate.ts'
import type { Challenge } from './challenge.ts'
import { createUserHandle } from './credential.ts'
import { creationOptions, requestOptions } from './options.ts'
import { verifyRegistration } from './register.ts'
import { providerSettings } from './settings.ts'

const ORIGIN = 'https://app.example'
const { UP, UV, BE, BS } = FLAGS

const PURPOSE = {
  id: 'x',
  macs: createMacs(['q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x']),
  challenge: Buffer.alloc(32, 7).toString('base64url'),
  provider: 'passkey',
  rpId: 'app.example',
  origins: [ORIGIN, 'https://other.example'],
} as const

const ada = { id: 'id-of-ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const grace = { id: 'id-of-grace', name: 'Grace', email: 'grace@example.com', emailVerified: null }

let fake: FakeAuthenticator
let stored: AdapterAuthenticator | null
let owner: string | undefined

beforeEach(() => {
  fake = createAuthenticator({ origin: ORIGIN, backup: BE })
  stored = null
  owner = ada.id
})

// What is used of it.
const store = {
  getAuthenticator: async (id: string) => (stored?.credentialID === id ? stored : null),
  getAccount: async (providerAccountId: string, provider: string) =>
    owner !== undefined && provider === 'passkey' && stored?.providerAccountId === providerAccountId
      ? { provider, providerAccountId, type: 'webauthn', userId: owner }
      : null,
  getUser: async (id: string) => [ada, grace].find((user) => user.id === id) ?? null,
} as unknown as StoreFor<'webauthn'>

type Options = Partial<WebAuthnConfig>

const settings = (options: Options = {}): ReturnType<typeof providerSettings> =>
  providerSettings({ id: 'passkey', name: 'Passkey', type: 'webauthn', ...options })

const creating: Parameters<FakeAuthenticator['create']>[0] = {
  challenge: PURPOSE.challenge,
  rp: { id: PURPOSE.rpId, name: 'App' },
  user: { id: '', name: '', displayName: '' },
  pubKeyCredParams: [],
}

type Changes = Partial<Challenge>

interface Registration {
  readonly browser?: string | null
}

async function registerNamed(
  answer: CredentialJSON = fake.create(creating),
  options: Options = {},
  changes: Changes & Registration = {},
): ReturnType<typeof verifyRegistration> {
  const challenge = {
    ...PURPOSE,
    ceremony: 'register',
    userId: ada.id,
    browser: null,
    ...changes,
  } as const
  // As browsers answer.
  const response = answer as unknown as Parameters<typeof verifyRegistration>[3]
  return verifyRegistration(store, settings(options), challenge, response)
}

const register = async (
  ...given: Parameters<typeof registerNamed>
): Promise<AdapterAuthenticator> => (await registerNamed(...given)).authenticator

/** Stores the credential of an answer. */
async function withKey(answer?: CredentialJSON): Promise<void> {
  stored = await register(answer)
}

async function authenticate(
  bend: Bend = {},
  options: Options = {},
  changes: Changes = {},
): ReturnType<typeof verifyAuthentication> {
  const challenge = { ...PURPOSE, ceremony: 'authenticate', ...changes } as const
  const userHandle = await createUserHandle(ada.id)
  const { challenge: asked, rpId } = PURPOSE
  const assertion = fake.get({ challenge: asked, rpId }, { userHandle, ...bend })
  // As browsers answer.
  const response = assertion as unknown as Parameters<typeof verifyAuthentication>[3]
  return verifyAuthentication(store, settings(options), challenge, response)
}

/** With the cause for the log. */
const unverified = (message: string, cause: string): object => ({
  type: 'WebAuthnVerificationError',
  message,
  cause: { err: { message: cause } },
})

const matching = (form: RegExp): unknown => expect.stringMatching(form)

const BROWSER = 'Firefox on Windows'

describe('The name of a new passkey', () => {
  const UNKNOWN = '01020304-0506-0708-090a-0b0c0d0e0f10'
  const GOOGLE = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'

  /** Registers a passkey. */
  async function nameOf(
    { aaguid = UNKNOWN, ...response }: Readonly<Record<string, unknown>> & { aaguid?: string },
    attachment?: string,
    { browser = BROWSER }: Registration = {},
  ): Promise<string | null> {
    const made = createAuthenticator({ origin: ORIGIN, aaguid }).create(creating)
    const credential = {
      ...made,
      ...(attachment === undefined ? {} : { authenticatorAttachment: attachment }),
      response: { ...made.response, ...response },
    }
    return (await registerNamed(credential, {}, { browser })).name
  }

  it.each([
    ['its provider in a browser', { aaguid: GOOGLE }, 'platform', 'Google Password Manager'],
    ['its provider on a phone', { aaguid: GOOGLE }, 'cross-platform', 'Google Password Manager'],
    ['the browser that keeps it', {}, 'platform', BROWSER],
    ['the browser, where that does not say where it keeps it', {}, undefined, BROWSER],
    ['the browser, of several transports', { transports: ['usb', 'internal'] }, undefined, BROWSER],
  ])('is that of %s', async (_, response, attachment, name) => {
    expect(await nameOf(response, attachment)).toBe(name)
  })

  it.each([
    ['on a phone beside the browser', {}, 'cross-platform'],
    ['on a security key', { transports: ['usb'] }, undefined],
    ['without transports', { transports: undefined }, 'platform'],
  ])('is none for one %s', async (_, response, attachment) => {
    expect(await nameOf(response, attachment)).toBeNull()
  })

  it('is none where the browser is not known', async () => {
    expect(await nameOf({}, 'platform', { browser: null })).toBeNull()
  })

  it('is known of every provider by an AAGUID as it is decoded', () => {
    expect(PASSKEY_PROVIDERS.size).toBeGreaterThan(15)
    for (const [aaguid, name] of PASSKEY_PROVIDERS) {
      expect(aaguid).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
      expect(name).toMatch(/^\w[\w ]+$/)
    }
  })
})

describe('The verification of a registration', () => {
  it('returns the record of the credential (WAN-06)', async () => {
    const counting = createAuthenticator({ origin: ORIGIN, counter: 4 })
    const newId = Uint8Array.from({ length: 31 }, (_, index) => 255 - index)
    const record = await register(counting.create(creating, { newId }))
    const credentialID = Buffer.from(newId).toString('base64')
    expect(record).toEqual({
      providerAccountId: credentialID,
      credentialID,
      counter: 5,
      credentialPublicKey: matching(/^[A-Za-z0-9+/]+=*$/),
      credentialBackedUp: false,
      credentialDeviceType: 'singleDevice',
      transports: 'internal,hybrid',
      userId: ada.id,
    })
    const backed = createAuthenticator({ origin: ORIGIN, backup: BE | BS })
    expect(await register(backed.create(creating))).toMatchObject({
      credentialBackedUp: true,
      credentialDeviceType: 'multiDevice',
    })
  })

  it.each([[[]], [undefined]])(
    'stores no transports where the browser sends %j',
    async (transports) => {
      const made = fake.create(creating)
      const response = { ...made.response, transports }
      expect((await register({ ...made, response })).transports).toBeNull()
    },
  )

  it('accepts the origins and the user of the challenge (WAN-01, WAN-08)', async () => {
    const made = fake.create(creating, { origin: 'https://other.example' })
    expect((await register(made, {}, { userId: grace.id })).userId).toBe(grace.id)
  })

  it.each<[string, Bend, Changes]>([
    ['another challenge', {}, { challenge: 'AAAA' }],
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another relying party', { rpId: 'evil.example' }, {}],
    ['another algorithm', { algorithm: -35 }, {}],
  ])('refuses %s (WAN-01, WAN-02, WAN-06)', async (_, bend, changes) => {
    await expect(register(fake.create(creating, bend), {}, changes)).rejects.toMatchObject(
      unverified('The registration could not be verified.', matching(/./) as string), // Any text.
    )
  })

  it.each([
    [UV, 'The user was not present', {}],
    [UP, 'The user was not verified', {}],
    [UP, undefined, { userVerification: 'preferred' }],
    [UV, 'The user was not present', { userVerification: 'preferred' }],
  ] as const)('for the flags %i: %s (WAN-03)', async (flags, problem, options) => {
    const made = register(fake.create(creating, { flags }), options)
    if (problem === undefined) return expect((await made).userId).toBe(ada.id)
    return expect(made).rejects.toMatchObject(
      unverified('The registration could not be verified.', problem),
    )
  })

  const attested = (bytes: Uint8Array): CredentialJSON => {
    const made = fake.create(creating)
    const attestationObject = Buffer.from(bytes).toString('base64url')
    return { ...made, response: { ...made.response, attestationObject } }
  }

  it.each<[string, Uint8Array]>([
    ['no CBOR', Uint8Array.of(0xff)],
    ['a text', cbor('authData')],
    ['no authenticator data', cbor(new Map([['fmt', 'none']]))],
    ['a text as authenticator data', cbor(new Map([['authData', 'x']]))],
    ['too little authenticator data', cbor(new Map([['authData', new Uint8Array(9)]]))],
  ])('refuses a response of %s (WAN-13)', async (_, bytes) => {
    await expect(register(attested(bytes))).rejects.toMatchObject({
      type: 'InvalidRequest',
      message: 'The attestation object cannot be decoded.',
      cause: { err: { message: matching(/./) } },
    })
  })

  it('logs what an attestation object lacks (WAN-13)', async () => {
    const bytes = cbor(new Map([['authData', 'x']]))
    await expect(register(attested(bytes))).rejects.toMatchObject({
      cause: { err: { message: 'There is no authenticator data' } },
    })
  })

  it('logs that the authenticator data of an attestation object ends too early (WAN-13)', async () => {
    const { response } = fake.create(creating)
    const whole = Buffer.from(String(response['attestationObject']), 'base64url')
    await expect(register(attested(whole.subarray(0, -1)))).rejects.toMatchObject({
      cause: { err: { message: 'The authenticator data ends too early' } },
    })
  })

  it('refuses a credential that is already registered (WAN-06)', async () => {
    const made = fake.create(creating)
    await withKey(made)
    await expect(register(made)).rejects.toMatchObject({
      type: 'AccountNotLinked',
      message: 'The credential is registered already.',
    })
  })

  /** Functions of the application, one of which answers something else. */
  const respondWith = (change: (answer: Record<string, unknown>) => unknown): Options => ({
    simpleWebAuthn: {
      ...server,
      verifyRegistrationResponse: async (
        options: Parameters<typeof server.verifyRegistrationResponse>[0],
      ) => change({ ...(await server.verifyRegistrationResponse(options)) }),
    },
  })

  /** A function that verifies everything, and names this credential. */
  const withId = (id: string): Options => {
    const verifyRegistrationResponse: typeof server.verifyRegistrationResponse = async (
      options,
    ) => {
      const answer = await server.verifyRegistrationResponse({
        ...options,
        response: { ...options.response, id: 'AAAA', rawId: 'AAAA' },
      })
      if (!answer.verified) return answer
      const { registrationInfo } = answer
      const credential = { ...registrationInfo.credential, id }
      return { verified: true, registrationInfo: { ...registrationInfo, credential } }
    }
    return { simpleWebAuthn: { ...server, verifyRegistrationResponse } }
  }

  const LONG = Buffer.alloc(1024, 1).toString('base64url')
  const LONGEST = Buffer.alloc(1023, 1).toString('base64url')

  it.each<[string, Options, string]>([
    [
      'says no',
      respondWith((answer) => ({ ...answer, verified: false })),
      'The attestation does not verify',
    ],
    ['returns nothing', respondWith(() => ({ verified: true })), 'The attestation does not verify'],
    [
      'names another credential',
      withId('AAAA'),
      'The credential id is not the one that was signed',
    ],
  ])('fails where the function that verifies it %s (WAN-06)', async (_, options, problem) => {
    await expect(register(fake.create(creating), options)).rejects.toMatchObject(
      unverified('The registration could not be verified.', problem),
    )
  })

  it.each([
    [LONG, 'The credential id is too long'],
    ['', 'The credential id is too long'],
    ['=', 'The credential id is too long'],
    [LONGEST, undefined],
  ])('requires an id of 1 to 1023 bytes (WAN-06)', async (id, problem) => {
    const made = register({ ...fake.create(creating), id, rawId: id }, withId(id))
    if (problem === undefined) return expect((await made).userId).toBe(ada.id)
    return expect(made).rejects.toMatchObject(
      unverified('The registration could not be verified.', problem),
    )
  })

  it('names the function that verifies it where that returns nothing (WAN-06)', async () => {
    const simpleWebAuthn = { ...server, verifyRegistrationResponse: async () => undefined }
    await expect(register(fake.create(creating), { simpleWebAuthn })).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message:
        'The `verifyRegistrationResponse` function of `simpleWebAuthn` returned undefined. Return what the function of the package returns.',
    })
  })

  it('names functions of an older version as the cause', async () => {
    const older = respondWith(() => ({ verified: true, registrationInfo: { credentialID: 'x' } }))
    await expect(register(fake.create(creating), older)).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message: '`simpleWebAuthn` has functions of a version before 11; pass newer ones.',
    })
  })
})

describe('The verification of an assertion', () => {
  it('returns the user of the credential and the new counter (WAN-04)', async () => {
    await withKey()
    expect(await authenticate({ counter: 9, flags: UP | UV | BE | BS })).toEqual({
      user: ada,
      account: {
        provider: 'passkey',
        providerAccountId: stored?.providerAccountId,
        type: 'webauthn',
        userId: ada.id,
      },
      authenticator: { ...stored, counter: 9, credentialBackedUp: true },
      backupChanged: true,
      userVerified: true,
    })
    expect((await authenticate({ origin: 'https://other.example' })).user).toBe(ada)
  })

  const UNKNOWN_CREDENTIAL = {
    type: 'WebAuthnVerificationError',
    message: 'No credential with this id is registered at "passkey".',
  }

  it('refuses a credential whose stored record is incomplete (WAN-09)', async () => {
    await withKey()
    const whole = stored
    owner = undefined
    await expect(authenticate()).rejects.toMatchObject(UNKNOWN_CREDENTIAL)
    owner = grace.id
    await expect(authenticate()).rejects.toMatchObject(UNKNOWN_CREDENTIAL)
    owner = 'gone'
    stored = whole && { ...whole, userId: 'gone' }
    await expect(authenticate()).rejects.toMatchObject(UNKNOWN_CREDENTIAL)
    stored = null
    await expect(authenticate()).rejects.toMatchObject(UNKNOWN_CREDENTIAL)
  })

  it.each<
    [string, boolean | undefined, 'ada' | 'grace' | undefined, 'ada' | 'grace' | null, string?]
  >([
    ['its user, unasked', undefined, undefined, 'ada'],
    ['its own user, who was requested', undefined, 'ada', 'ada'],
    ['no user, as requested', undefined, 'ada', null],
    [
      'no user, with any user allowed',
      undefined,
      undefined,
      null,
      'The response does not name the user of the credential.',
    ],
    ['no user, with any user allowed and handles unchecked', false, undefined, null],
    ['another user', undefined, undefined, 'grace', 'The user handle is not the one of the user.'],
    [
      'another user, who was requested',
      undefined,
      'ada',
      'grace',
      'The user handle is not the one of the user.',
    ],
    ['another user, where that is allowed', false, undefined, 'grace'],
    [
      'its own user, where another was requested',
      undefined,
      'grace',
      'ada',
      'The credential belongs to another user than was asked for.',
    ],
    [
      'no user, where another was requested',
      undefined,
      'grace',
      null,
      'The credential belongs to another user than was asked for.',
    ],
    [
      'another user who was requested, where that is allowed',
      false,
      'grace',
      'grace',
      'The credential belongs to another user than was asked for.',
    ],
  ])('checks the user handle of %s (WAN-09)', async (...row) => {
    const [, checkUserHandle, asked, said, problem] = row
    await withKey()
    const handles = { ada: await createUserHandle(ada.id), grace: await createUserHandle(grace.id) }
    const made = authenticate(
      { userHandle: said === null ? null : handles[said] },
      checkUserHandle === undefined ? {} : { checkUserHandle },
      asked === undefined ? {} : { userHandle: handles[asked] },
    )
    if (problem === undefined) return expect((await made).user).toBe(ada)
    return expect(made).rejects.toMatchObject({
      type: 'WebAuthnVerificationError',
      message: matching(new RegExp(`^${problem}`)),
    })
  })

  it.each([
    [UV | BE, 'The user was not present', {}],
    [UP | BE, 'The user was not verified', {}],
    [UP | BE, undefined, { userVerification: 'preferred' }],
    [UP | UV, 'The backup eligibility is not the one of the registration', {}],
  ] as const)('for the flags %i: %s (WAN-03, WAN-05)', async (flags, problem, options) => {
    await withKey()
    const made = authenticate({ flags }, options)
    if (problem === undefined) return expect((await made).user).toBe(ada)
    return expect(made).rejects.toMatchObject(
      unverified('The assertion could not be verified.', problem),
    )
  })

  it.each<[string, Bend, Changes]>([
    ['another challenge', {}, { challenge: 'AAAA' }],
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another relying party', { rpId: 'evil.example' }, {}],
  ])('refuses %s (WAN-01, WAN-02)', async (_, bend, changes) => {
    await withKey()
    await expect(authenticate(bend, {}, changes)).rejects.toMatchObject({
      type: 'WebAuthnVerificationError',
      message: 'The assertion could not be verified.',
    })
  })

  it('requires a counter above the stored one (WAN-04)', async () => {
    await withKey()
    stored = stored && { ...stored, counter: 9 }
    for (const counter of [8, 9]) {
      await expect(authenticate({ counter })).rejects.toMatchObject({
        message: 'The assertion could not be verified.',
      })
    }
    expect((await authenticate({ counter: 10 })).authenticator.counter).toBe(10)
  })

  it('fails where the function that verifies it returns false (WAN-09)', async () => {
    await withKey()
    const simpleWebAuthn = {
      ...server,
      verifyAuthenticationResponse: async (
        options: Parameters<typeof server.verifyAuthenticationResponse>[0],
      ) => ({ ...(await server.verifyAuthenticationResponse(options)), verified: false }),
    }
    await expect(authenticate({}, { simpleWebAuthn })).rejects.toMatchObject(
      unverified('The assertion could not be verified.', 'The signature does not verify'),
    )
  })

  it('names the function that verifies it where that returns nothing (WAN-09)', async () => {
    await withKey()
    const simpleWebAuthn = { ...server, verifyAuthenticationResponse: async () => undefined }
    await expect(authenticate({}, { simpleWebAuthn })).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message:
        'The `verifyAuthenticationResponse` function of `simpleWebAuthn` returned undefined. Return what the function of the package returns.',
    })
  })

  it('refuses invalid authenticator data (WAN-13)', async () => {
    await withKey()
    const assertion = fake.get({ challenge: PURPOSE.challenge })
    const bent = { ...assertion, response: { ...assertion.response, authenticatorData: 'AAAA' } }
    // As browsers answer, but for what is in it.
    const response = bent as unknown as Parameters<typeof verifyAuthentication>[3]
    const challenge = { ...PURPOSE, ceremony: 'authenticate' } as const
    await expect(
      verifyAuthentication(store, settings(), challenge, response),
    ).rejects.toMatchObject({
      type: 'InvalidRequest',
      message: 'The authenticator data cannot be decoded.',
      cause: { err: { message: matching(/./) } },
    })
  })
})

describe('WebAuthn options', () => {
  const asked = {
    party: { rpId: 'app.example', name: 'App', origins: [ORIGIN] },
    challenge: PURPOSE.challenge,
  }

  it('to sign in are those of the provider, for the given credentials', async () => {
    const common = {
      rpId: 'app.example',
      challenge: PURPOSE.challenge,
      timeout: 60_000,
      userVerification: 'preferred',
    }
    const own = settings({ timeout: 60_000, userVerification: 'preferred' })
    expect(JSON.parse(JSON.stringify(await requestOptions(own, asked, undefined)))).toEqual(common)
    const allowed = [{ id: 'AAAA', transports: ['usb'] }]
    expect(JSON.parse(JSON.stringify(await requestOptions(own, asked, allowed)))).toEqual({
      ...common,
      allowCredentials: [{ id: 'AAAA', transports: ['usb'], type: 'public-key' }],
    })
    expect((await requestOptions(own, asked, [])).allowCredentials).toEqual([])
  })

  it.each([
    [ada, 'ada@example.com', 'Ada'],
    [{ ...ada, email: '' }, 'Ada', 'Ada'],
    [{ ...ada, email: '', name: '' }, 'id-of-ada', ''],
    [{ ...ada, name: null }, 'ada@example.com', ''],
  ])('to register name %j as %s and %j (W-29)', async (user, name, displayName) => {
    const known = [{ id: 'AAAA' }]
    const options = await creationOptions(settings(), asked, user, known)
    expect(options).toMatchObject({
      rp: { id: 'app.example', name: 'App' },
      user: { id: await createUserHandle(user.id), name, displayName },
      challenge: PURPOSE.challenge,
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: 'AAAA', type: 'public-key' }],
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    })
  })
  it.each(['generateAuthenticationOptions', 'generateRegistrationOptions'] as const)(
    'are an error that names `%s` of the application where that throws or returns none (REL-06)',
    async (name) => {
      const make = async (own: () => Promise<undefined>): Promise<unknown> => {
        // What a function of an application returns need not be what its type says.
        const simpleWebAuthn = { ...server, [name]: own } as unknown as typeof server
        return name === 'generateAuthenticationOptions'
          ? requestOptions(settings({ simpleWebAuthn }), asked, undefined)
          : creationOptions(settings({ simpleWebAuthn }), asked, ada, [])
      }
      const err = new Error('own')
      await expect(make(() => Promise.reject(err))).rejects.toMatchObject({
        type: 'CallbackRouteError',
        message: `The \`${name}\` function of \`simpleWebAuthn\` threw.`,
        cause: { err },
      })
      await expect(make(async () => undefined)).rejects.toMatchObject({
        type: 'InvalidConfiguration',
        message: `The \`${name}\` function of \`simpleWebAuthn\` returned undefined. Return what the function of the package returns.`,
      })
    },
  )
})

import { describe, expect, it } from 'vitest'
import { parseCredentialResponse } from './credential-response.ts'

type Members = Readonly<Record<string, unknown>>

const encode = (text: string): string => Buffer.from(text).toString('base64url')

const clientData = (changes: Members = {}): string => {
  const data = { type: 'webauthn.get', challenge: 'c', origin: 'https://app.example' }
  return encode(JSON.stringify({ ...data, ...changes }))
}

const ID = encode('the id of a credential')

const ASSERTION = {
  clientDataJSON: clientData(),
  authenticatorData: encode('authenticator data'),
  signature: encode('signature'),
  userHandle: encode('handle'),
}

const ATTESTATION = {
  clientDataJSON: clientData(),
  attestationObject: encode('attestation'),
  transports: ['usb', 'nfc'],
}

type Ceremony = 'authenticate' | 'register'

const RESPONSES: Readonly<Record<Ceremony, Members>> = {
  authenticate: ASSERTION,
  register: ATTESTATION,
}

const parse = (ceremony: unknown, data: unknown): ReturnType<typeof parseCredentialResponse> =>
  parseCredentialResponse(
    new Map<string, unknown>([
      ['action', ceremony],
      ['data', data],
    ]),
  )

/** An answer with other members, and others in its response. */
function parseChanged(ceremony: Ceremony, outer: Members = {}, inner: Members = {}) {
  const response = { ...RESPONSES[ceremony], ...inner }
  return parse(
    ceremony,
    JSON.stringify({ id: ID, rawId: ID, type: 'public-key', response, ...outer }),
  )
}

function problemOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    expect(error).toMatchObject({ type: 'InvalidRequest' })
    return error instanceof Error ? error.message : undefined
  }
}

const CEREMONIES = ['authenticate', 'register'] as const

const noValid = (what: string): string => `The response of the authenticator has no valid ${what}.`

describe('An authenticator response', () => {
  it('is parsed to the members of the standard only (WAN-13)', () => {
    const extensions = { clientExtensionResults: { credProps: { rk: true } }, more: 1 }
    const common = { id: ID, rawId: ID, type: 'public-key', clientExtensionResults: {} }
    const data = { challenge: 'c', crossOrigin: false }
    expect(parseChanged('authenticate', extensions, { more: 1 })).toStrictEqual({
      ceremony: 'authenticate',
      clientData: data,
      response: { ...common, response: ASSERTION },
    })
    expect(parseChanged('register', extensions, { more: 1 })).toStrictEqual({
      ceremony: 'register',
      clientData: data,
      response: { ...common, response: ATTESTATION },
    })
  })

  it.each([undefined, '', 'Register', 'steal', 7, ['register']])(
    'must be for one of the ceremonies, not %j (WAN-13)',
    (action) => {
      expect(problemOf(() => parse(action, '{}'))).toBe(
        '`action` is neither "authenticate" nor "register".',
      )
    },
  )

  it.each([undefined, 7, '', '{', 'null', '[]', '"x"', {}])(
    'must be a JSON object as text, not %j (WAN-13)',
    (data) => {
      for (const ceremony of CEREMONIES)
        expect(problemOf(() => parse(ceremony, data))).toBe(noValid('`data`'))
    },
  )

  it('may not be in a list (WAN-13)', () => {
    for (const ceremony of CEREMONIES) {
      const data = JSON.stringify({ id: ID, type: 'public-key', response: RESPONSES[ceremony] })
      expect(parse(ceremony, data).ceremony).toBe(ceremony)
      expect(problemOf(() => parse(ceremony, [data]))).toBe(noValid('`data`'))
    }
  })

  // As long as a credential id may be, and one byte longer.
  const LONGEST = Buffer.alloc(1023, 1).toString('base64url')
  const TOO_LONG = Buffer.alloc(1024, 1).toString('base64url')

  const WRONG: readonly (readonly [Members, string])[] = [
    [{ id: undefined }, 'id'],
    [{ id: '' }, 'id'],
    [{ id: 7 }, 'id'],
    [{ id: `${ID}=` }, 'id'],
    [{ id: '+/==' }, 'id'],
    [{ id: 'A' }, 'id'],
    [{ id: 'AAAAA' }, 'id'],
    [{ id: 'AB' }, 'id'],
    [{ id: '!!!!' }, 'id'],
    [{ id: TOO_LONG, rawId: TOO_LONG }, 'id'],
    [{ rawId: encode('another') }, 'rawId'],
    [{ rawId: null }, 'rawId'],
    [{ type: undefined }, 'type'],
    [{ type: 'password' }, 'type'],
    [{ response: undefined }, 'response'],
    [{ response: [] }, 'response'],
  ]

  it.each(WRONG)('is refused with %j: invalid %s (WAN-13)', (members, what) => {
    for (const ceremony of CEREMONIES)
      expect(problemOf(() => parseChanged(ceremony, members))).toBe(noValid(what))
  })

  it('may leave out repeated members and have an id of 1023 bytes (WAN-13)', () => {
    for (const ceremony of CEREMONIES) {
      expect(parseChanged(ceremony, { rawId: undefined }).response.rawId).toBe(ID)
      expect(parseChanged(ceremony, { id: LONGEST, rawId: LONGEST }).response.id).toBe(LONGEST)
    }
  })

  it.each([
    ['authenticate', 'clientDataJSON'],
    ['authenticate', 'authenticatorData'],
    ['authenticate', 'signature'],
    ['register', 'clientDataJSON'],
    ['register', 'attestationObject'],
  ] as const)('to %s needs %s in base64url (WAN-13)', (ceremony, name) => {
    for (const value of [undefined, null, '', 7, 'AA==', 'A', 'AB', '++++']) {
      expect(problemOf(() => parseChanged(ceremony, {}, { [name]: value }))).toBe(noValid(name))
    }
  })

  it('has a user handle in base64url or none (WAN-09)', () => {
    for (const userHandle of [undefined, null, '', 0, false]) {
      const { response } = parseChanged('authenticate', {}, { userHandle })
      expect(response.response).not.toHaveProperty('userHandle')
    }
    for (const userHandle of [7, 'AA==', ['x'], {}]) {
      expect(problemOf(() => parseChanged('authenticate', {}, { userHandle }))).toBe(
        noValid('userHandle'),
      )
    }
  })

  it.each<[unknown, readonly string[]]>([
    [undefined, []],
    ['usb', []],
    [{ 0: 'usb', length: 1 }, []],
    [
      ['usb', 'usb', 'nfc'],
      ['usb', 'nfc'],
    ],
    [
      ['smart-card', 'x'.repeat(20)],
      ['smart-card', 'x'.repeat(20)],
    ],
    [['usb2', ' usb', 'usb ', 'USB', '', 'x'.repeat(21), 7, null, ['usb']], []],
    ['abcdefghij'.split(''), 'abcdefgh'.split('')],
  ])('with the transports %j has %j (WAN-13)', (transports, expected) => {
    expect(parseChanged('register', {}, { transports }).response.response).toMatchObject({
      transports: expected,
    })
  })
})

describe('The attachment of the authenticator in its response', () => {
  it.each(['platform', 'cross-platform'])('is kept at a registration: %s', (value) => {
    const { response } = parseChanged('register', { authenticatorAttachment: value })
    expect(response).toMatchObject({ authenticatorAttachment: value })
    const { response: assertion } = parseChanged('authenticate', { authenticatorAttachment: value })
    expect(assertion).not.toHaveProperty('authenticatorAttachment')
  })

  it.each([undefined, null, '', 'Platform', 7, ['platform']])(
    'is left out where it is none of the standard: %j (WAN-13)',
    (value) => {
      const { response } = parseChanged('register', { authenticatorAttachment: value })
      expect(response).not.toHaveProperty('authenticatorAttachment')
    },
  )
})

describe('The client data of an authenticator response', () => {
  it.each([
    encode('{'),
    encode('[]'),
    Buffer.from([0x22, 0xff, 0x22]).toString('base64url'),
    clientData({ type: undefined }),
    clientData({ type: 7 }),
    clientData({ challenge: undefined }),
    clientData({ challenge: ['c'] }),
    clientData({ origin: undefined }),
    clientData({ origin: ['https://app.example'] }),
  ])(
    'must be an object with type, challenge and origin as text, not %s (WAN-01)',
    (clientDataJSON) => {
      for (const ceremony of CEREMONIES) {
        expect(problemOf(() => parseChanged(ceremony, {}, { clientDataJSON }))).toBe(
          noValid('clientDataJSON'),
        )
      }
    },
  )

  it.each<[Members, boolean]>([
    [{}, false],
    [{ crossOrigin: false }, false],
    [{ crossOrigin: true }, true],
    [{ crossOrigin: null }, true],
    [{ crossOrigin: 'false' }, true],
    [{ crossOrigin: 0 }, true],
    [{ topOrigin: 'https://app.example' }, true],
    [{ crossOrigin: false, topOrigin: '' }, true],
    [{ crossOrigin: false, topOrigin: null }, true],
  ])('with %j are of a cross-origin request: %s (WAN-01)', (changes, crossOrigin) => {
    const { clientData: data } = parseChanged(
      'authenticate',
      {},
      { clientDataJSON: clientData(changes) },
    )
    expect(data).toEqual({ challenge: 'c', crossOrigin })
  })
})

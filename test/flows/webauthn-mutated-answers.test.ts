import { createHash } from 'node:crypto'
import Passkey from '@latchstring/core/providers/passkey'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import {
  type CredentialJSON,
  type Bend,
  createAuthenticator,
  type FakeAuthenticator,
} from '@latchstring/test-kit/fake-authenticator'
import { addKey, creationOptions, requestOptions, sendAnswer } from './src/passkeys.ts'
import { signInWithPassword, passwords, storePeople } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { inPart } from '@latchstring/test-kit/in-part'

const store = storeForEachTest()
let app: App
let fake: FakeAuthenticator

beforeEach(async () => {
  await storePeople(store.adapter)
  fake = createAuthenticator({ origin: ORIGIN })
  app = createApp({
    providers: [passwords(), Passkey()],
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
  })
})

type Ceremony = 'authenticate' | 'register'

const answerTo = {
  authenticate: async (browser: Browser, bend?: Bend) =>
    fake.get(await requestOptions(browser), bend),
  register: async (browser: Browser, bend?: Bend) =>
    fake.create(await creationOptions(browser), bend),
}

/** There is no session, nothing is stored, and the server has an answer. */
async function expectNothing(
  ceremony: Ceremony,
  mutate: (answer: CredentialJSON) => unknown,
  bend?: Bend,
): Promise<void> {
  const registering = ceremony === 'register'
  const browser = registering ? await signInWithPassword(app.openBrowser()) : app.openBrowser()
  const before = await store.query('SELECT * FROM authenticators')
  const data = JSON.stringify(mutate(await answerTo[ceremony](browser, bend)))
  const response = await sendAnswer(browser, ceremony, data)
  expect([302, 400], data).toContain(response.status)
  expect(response.headers.get('location'), data).not.toBe(`${ORIGIN}/inside`)
  expect(await store.query('SELECT * FROM authenticators'), data).toEqual(before)
  if (!registering) expect(await readSession(browser), data).toBeNull()
}

async function withKey(): Promise<void> {
  expectSignedIn(await addKey(await signInWithPassword(app.openBrowser()), fake))
}

const MEMBERS = {
  authenticate: ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'],
  register: ['clientDataJSON', 'attestationObject'],
} as const

const OPEN_ENDED: ReadonlySet<string> = new Set(['signature', 'attestationObject'])

const CEREMONIES = ['authenticate', 'register'] as const

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Base64url whose last character has bits that stand for nothing; where it has none, padded. */
function otherSpelling(text: string): string {
  const last = ALPHABET.indexOf(text.at(-1) ?? '')
  return text.length % 4 === 0 ? `${text}=` : text.slice(0, -1) + (ALPHABET[last ^ 1] ?? '')
}

/** A text with something that no browser writes, though decoders may forgive it. */
const SPELLINGS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['missing', () => undefined],
  ['null', () => null],
  ['empty', () => ''],
  ['a number', () => 7],
  ['an object', (text) => ({ text })],
  ['a list', (text) => [text]],
  ['padded', (text) => `${text}=`],
  ['with white space', (text) => `${text} `],
  ['with a line break', (text) => `${text.slice(0, 4)}\n${text.slice(4)}`],
  ['in the alphabet of Base64', (text) => `+/${text.slice(2)}`],
  ['cut by one character', (text) => text.slice(0, -1)],
  [
    'shorter by one byte',
    (text) => Buffer.from(text, 'base64url').subarray(0, -1).toString('base64url'),
  ],
  [
    'longer by one byte',
    (text) =>
      Buffer.concat([Buffer.from(text, 'base64url'), Buffer.alloc(1)]).toString('base64url'),
  ],
  ['in another spelling of the same bytes', otherSpelling],
  ['with NUL', (text) => `${text}\0`],
]

describe.each(CEREMONIES)('A passkey response to %s whose', (ceremony) => {
  // In the normal run each spelling meets one of the two.
  const isChosen = (_: unknown, index: number): boolean => CEREMONIES[index % 2] === ceremony

  test.each(inPart(SPELLINGS, isChosen))(
    'members are %s, one at a time, is refused (WAN-13)',
    async (spelling, bend) => {
      await withKey()
      for (const name of ['id', 'rawId', 'type', ...MEMBERS[ceremony]] as const) {
        // A browser may leave out what it says twice.
        if (name === 'rawId' && spelling === 'missing') continue
        // What decodes them stops at their end; nothing behind it is read, or signed.
        if (spelling === 'longer by one byte' && OPEN_ENDED.has(name)) continue
        await expectNothing(ceremony, (answer) =>
          name in answer.response
            ? {
                ...answer,
                response: { ...answer.response, [name]: bend(String(answer.response[name])) },
              }
            : { ...answer, [name]: bend(String(Reflect.get(answer, name))) },
        )
      }
    },
  )

  test('members are of the response to another challenge, one at a time, is refused (WAN-01)', async () => {
    await withKey()
    for (const name of ['clientDataJSON', ...(ceremony === 'authenticate' ? ['signature'] : [])]) {
      const elsewhere =
        ceremony === 'register' ? await signInWithPassword(app.openBrowser()) : app.openBrowser()
      const other = await answerTo[ceremony](elsewhere)
      await expectNothing(ceremony, (answer) => ({
        ...answer,
        response: { ...answer.response, [name]: other.response[name] },
      }))
    }
  })

  test('response is missing or invalid is refused (WAN-13)', async () => {
    await withKey()
    for (const response of [undefined, null, '', 7, [], {}, 'x']) {
      await expectNothing(ceremony, (answer) => ({ ...answer, response }))
    }
    for (const whole of [null, '', 7, [], {}, 'x', [{}]]) await expectNothing(ceremony, () => whole)
  })

  test('client data are signed and have another value is refused (WAN-01)', async () => {
    await withKey()
    const bends: readonly object[] = [
      { challenge: 'x' },
      { challenge: 7 },
      { challenge: ['x'] },
      { type: ceremony === 'register' ? 'webauthn.get' : 'webauthn.create' },
      { type: ['webauthn.get'] },
      { type: 7 },
      { origin: [ORIGIN] },
      { origin: `${ORIGIN}/` },
      { origin: ORIGIN.toUpperCase() },
      { origin: 'null' },
      { origin: 7 },
      { crossOrigin: 'false' },
      { crossOrigin: 1 },
      { crossOrigin: null, topOrigin: ORIGIN },
      { topOrigin: ORIGIN },
      { topOrigin: '' },
    ]
    // Each is a Bend but for its types, which a hostile browser need not have.
    for (const bend of bends) await expectNothing(ceremony, (answer) => answer, bend as Bend)
  })
})

/** Changes one bit of a member. */
function flip(answer: CredentialJSON, name: string, at: number): CredentialJSON {
  const bytes = Buffer.from(String(answer.response[name]), 'base64url')
  bytes.writeUInt8((bytes.at(at) ?? 0) ^ 0x10, at)
  return { ...answer, response: { ...answer.response, [name]: bytes.toString('base64url') } }
}

const every = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)

test.each([
  ['authenticatorData', every(0, 37, 1)],
  ['signature', every(0, 64, 5)],
  ['clientDataJSON', every(0, 120, 7)],
  ['userHandle', every(0, 32, 5)],
] as const)(
  'An assertion with one bit of its %s changed is refused (WAN-01, WAN-02, WAN-09)',
  async (name, places) => {
    await withKey()
    for (const at of places) await expectNothing('authenticate', (answer) => flip(answer, name, at))
  },
)

/** Where the authenticator data begin in an attestation object. */
function beginOf(answer: CredentialJSON): number {
  const bytes = Buffer.from(String(answer.response['attestationObject']), 'base64url')
  return bytes.indexOf(createHash('sha256').update('app.example').digest())
}

test('A registration with one bit of the verified data changed is refused (WAN-02, WAN-03, WAN-06)', async () => {
  // The hash of the RP ID; presence and verification are bits of their own; the length of the id, and the id.
  const places = [...every(0, 32, 3), 53, 54, ...every(55, 87, 6)]
  for (const at of places) {
    await expectNothing('register', (answer) =>
      flip(answer, 'attestationObject', beginOf(answer) + at),
    )
  }
})

const swap =
  (from: Buffer, to: Buffer) =>
  (answer: CredentialJSON): CredentialJSON => {
    const bytes = Buffer.from(String(answer.response['attestationObject']), 'base64url')
    const at = bytes.indexOf(from)
    if (at < 0) throw new Error('It is not there.')
    const changed = Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)])
    return {
      ...answer,
      response: { ...answer.response, attestationObject: changed.toString('base64url') },
    }
  }

test.each<[string, (answer: CredentialJSON) => CredentialJSON]>([
  ['with members of another name', swap(Buffer.from('hauthData'), Buffer.from('hauthdata'))],
  ['with a map of other size', swap(Buffer.from('\xa3', 'latin1'), Buffer.from('\xa2', 'latin1'))],
])(
  'A registration with an attestation object %s is refused (WAN-06, WAN-13)',
  async (_, mutate) => {
    await expectNothing('register', mutate)
  },
)

test.each<[string, (answer: CredentialJSON) => CredentialJSON]>([
  ['of another format', swap(Buffer.from('dnone'), Buffer.from('dnine'))],
  ['of a format without its statement', swap(Buffer.from('dnone'), Buffer.from('fpacked'))],
  [
    'with an unexpected statement',
    swap(Buffer.from('attStmt\xa0', 'latin1'), Buffer.from('attStmt\xa1calg\x26', 'latin1')),
  ],
  [
    'without its statement',
    swap(Buffer.from('gattStmt\xa0', 'latin1'), Buffer.from('gxttStmt\xa0', 'latin1')),
  ],
])(
  'A registration with an attestation object %s is stored without its attestation (WAN-13)',
  async (_, mutate) => {
    const browser = await signInWithPassword(app.openBrowser())
    const options = await creationOptions(browser)
    expectSignedIn(await sendAnswer(browser, 'register', mutate(fake.create(options))))
  },
)

test('Unchecked members of a passkey response have no effect: attachment, extension results, transports, further members', async () => {
  const browser = await signInWithPassword(app.openBrowser())
  const made = fake.create(await creationOptions(browser))
  const odd = {
    ...made,
    authenticatorAttachment: 'elsewhere',
    clientExtensionResults: { credProps: { rk: 7 }, __proto__: null },
    more: [],
    response: {
      ...made.response,
      transports: ['usb', 7, null, 'x'.repeat(99), '<script>', 'usb'],
      publicKey: 'x',
      publicKeyAlgorithm: -9,
    },
  }
  expectSignedIn(await sendAnswer(browser, 'register', JSON.stringify(odd)))
  expect(await store.query('SELECT transports FROM authenticators')).toEqual([
    { transports: 'usb' },
  ])
  const other = app.openBrowser()
  const answer = fake.get(await requestOptions(other))
  const { rawId: _, ...short } = answer
  expectSignedIn(
    await sendAnswer(
      other,
      'authenticate',
      JSON.stringify({ ...short, clientExtensionResults: 7 }),
    ),
  )
})

import { createHash, createPrivateKey, sign } from 'node:crypto'
import Passkey from '@latchstring/core/providers/passkey'
import { type App, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import type { Cbor, CredentialJSON } from '@latchstring/test-kit/fake-authenticator'
import {
  authenticatorForEachTest,
  storeOfPeopleForEachTest,
} from '@latchstring/test-kit/for-each-test'
import { passwords, signInWithPassword } from '@latchstring/test-kit/people'
import type { Store } from '@latchstring/test-kit/sqlite-store'
import { expectRefused, expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { describe, expect, test } from 'vitest'
import { addKey, requestOptions, sendAnswer, useKey } from './src/passkeys.ts'

const store = storeOfPeopleForEachTest()
const fake = authenticatorForEachTest()

const open = (): App =>
  createApp({
    providers: [passwords(), Passkey()],
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
  })

const lookUp = (app: App): Promise<Browser> => signInWithPassword(app.openBrowser(), 'ada')

const rowsOf = (table: string): ReturnType<Store['query']> => store.query(`SELECT * FROM ${table}`)

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const fill = (length: number, byte = 7): Uint8Array => new Uint8Array(length).fill(byte)

const ec = (alg: number, crv: number, x: Uint8Array, y: Uint8Array): Cbor =>
  new Map<Cbor, Cbor>([
    [1, 2],
    [3, alg],
    [-1, crv],
    [-2, x],
    [-3, y],
  ])
const okp = (alg: number, x: Uint8Array): Cbor =>
  new Map<Cbor, Cbor>([
    [1, 1],
    [3, alg],
    [-1, 6],
    [-2, x],
  ])
const rsa = (alg: number, n: Uint8Array, e: Uint8Array): Cbor =>
  new Map<Cbor, Cbor>([
    [1, 3],
    [3, alg],
    [-1, n],
    [-2, e],
  ])

/** The base points of P-256 and edwards25519. */
const GX = fromHex('6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296')
const GY = fromHex('4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5')
const BASE_POINT = fromHex(`58${'66'.repeat(31)}`)
const E = fromHex('010001')

/** Points of order 1, 2, 4 and 8 on edwards25519, with either sign, and two that are not encoded canonically. */
const SMALL_ORDER = [
  `01${'00'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]

describe('A public key that a registration brings', () => {
  test.each<[string, Cbor]>([
    ['is not on the curve', ec(-7, 1, GX, fill(32))],
    [
      'has no type',
      new Map<Cbor, Cbor>([
        [3, -7],
        [-1, 1],
        [-2, GX],
        [-3, GY],
      ]),
    ],
    ['has a short x', ec(-7, 1, GX.slice(1), GY)],
    [
      'has no y',
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, GX],
      ]),
    ],
    ['is on another curve than ES256 has', ec(-7, 2, fill(48), fill(48))],
    ['is one for RS256 under ES256', rsa(-7, fill(256), E)],
    ['is one for EdDSA under ES256', okp(-7, BASE_POINT)],
    ['is one for ES256 under EdDSA', ec(-8, 1, GX, GY)],
    ['has an algorithm that was not asked for', ec(-35, 2, fill(48), fill(48))],
    ['has an empty modulus', rsa(-257, fill(0), E)],
    ['has a modulus of 1024 bits', rsa(-257, fill(128), E)],
    ['has an even modulus', rsa(-257, fill(256, 8), E)],
    ['has an exponent of 1', rsa(-257, fill(256), fromHex('01'))],
    ['has an even exponent', rsa(-257, fill(256), fromHex('010000'))],
    ['has an x of 31 bytes for EdDSA', okp(-8, fill(31))],
    ['is no map', 7],
    ...SMALL_ORDER.map((x): [string, Cbor] => [`has a small order: ${x}`, okp(-8, fromHex(x))]),
  ])('WAN-06 is refused and not stored where it %s', async (_, publicKey) => {
    const app = open()
    const browser = await lookUp(app)
    const response = await addKey(browser, fake, { publicKey })
    expect(response.headers.get('location') ?? '').not.toContain('/inside')
    expect(await rowsOf('authenticators')).toEqual([])
    expect(await rowsOf('accounts')).toEqual([])
  })

  test.each<[string, Cbor]>([
    ['ES256', ec(-7, 1, GX, GY)],
    ['RS256', rsa(-257, fill(256), E)],
    ['EdDSA', okp(-8, BASE_POINT)],
  ])('WAN-06 is stored where it is one of %s', async (_, publicKey) => {
    const app = open()
    expectSignedIn(await addKey(await lookUp(app), fake, { publicKey }))
    expect(await rowsOf('authenticators')).toHaveLength(1)
  })

  test('WAN-06 comes without its attestation statement, which none was asked for', async () => {
    const app = open()
    const statement = new Map<Cbor, Cbor>([
      ['alg', -7],
      ['sig', fill(70)],
      ['x5c', fill(9)],
    ])
    const browser = await lookUp(app)
    expectSignedIn(await addKey(browser, fake, { attestation: ['packed', statement] }))
    expectSignedIn(await addKey(browser, fake, { attestation: ['tpm', new Map()] }))
    expectSignedIn(await useKey(app.openBrowser(), fake))
  })
})

/** The private key of the base point of P-256, which everybody knows. */
const ONE = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.alloc(32).fill(1, 31).toString('base64url'),
    x: Buffer.from(GX).toString('base64url'),
    y: Buffer.from(GY).toString('base64url'),
  },
})

/** An answer with another signature: by a key of the forger. */
function resigned(answer: CredentialJSON): CredentialJSON {
  const bytesOf = (name: string): Buffer => Buffer.from(String(answer.response[name]), 'base64url')
  const data = bytesOf('authenticatorData')
  const client = bytesOf('clientDataJSON')
  const hash = createHash('sha256').update(client).digest()
  const signature = sign('sha256', Buffer.concat([data, hash]), ONE).toString('base64url')
  return { ...answer, response: { ...answer.response, signature } }
}

describe('A stored public key that cannot be decoded', () => {
  // Made-up keys stand in for those of unknown credentials, and the one of an id depends on it.
  test.each([1, 2, 3, 4])('verifies no signature of a known key (credential %i)', async (byte) => {
    const app = open()
    expectSignedIn(await addKey(await lookUp(app), fake, { newId: fill(32, byte) }))
    // As `String(publicKey)` writes one.
    await store.execute(`UPDATE authenticators SET credential_public_key = '165,1,2,3,38'`)
    const browser = app.openBrowser()
    const answer = resigned(fake.get(await requestOptions(browser)))
    expectRefused(await sendAnswer(browser, 'authenticate', answer), app, 'Signin')
    expect(await readSession(browser)).toBeNull()
    expect(app.errors.at(-1)?.cause?.err?.message).toBe('The stored public key is not in base64')
  })
})

import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { compactDecrypt, CompactEncrypt } from 'jose'
import { encodeText } from './encoding.ts'
import { primitives as node } from './primitives-node.ts'
import { primitives as web } from './primitives-web.ts'

const IMPLEMENTATIONS = [
  ['node', node, web],
  ['web', web, node],
] as const

const HEADER = encodeText(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', kid: 'a' }))

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
const joseHeader = { alg: 'dir', enc: 'A256CBC-HS512', kid: 'a' }

/** RFC 7518, appendix B.3: A256CBC-HS512. */
const RFC = {
  key: bytesOf(Array.from({ length: 64 }, (_, i) => i.toString(16).padStart(2, '0')).join('')),
  plaintext: Buffer.from(
    bytesOf(`41206369706865722073797374656d206d757374206e6f742062652072657175
      6972656420746f206265207365637265742c20616e64206974206d7573742062652061626c6520746f2066616c6c20
      696e746f207468652068616e6473206f662074686520656e656d7920776974686f757420696e636f6e76656e69656e6365`),
  ).toString('utf8'),
  iv: bytesOf('1af38c2dc2b96ffdd86694092341bc04'),
  aad: 'The second principle of Auguste Kerckhoffs',
  ciphertext:
    bytesOf(`4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd822c301dd67c373bccb584ad3e9279c2
    e6d12a1374b77f077553df829410446b36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3
    a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950bbe2638d09dd7a4930930806d0703b1f6`),
  tag: bytesOf('4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5'),
}

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Text that has one spelling in UTF-8. */
const wellFormed = fc
  .string({ unit: 'binary' })
  .filter((text) => Buffer.from(text).toString() === text)

describe.each(IMPLEMENTATIONS)('%s primitives', (_name, subject, other) => {
  it('derives the bytes of RFC 5869, appendix A.3 (SHA-256, empty salt and info)', async () => {
    const secret = '\u000b'.repeat(22)
    expect(hex(await subject.hkdf(secret, '', '', 42))).toBe(
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    )
  })

  it('derives the bytes of the other implementation from any secret, salt and info', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, text, text, fc.integer({ min: 1, max: 128 }), async (...inputs) => {
        expect(hex(await subject.hkdf(...inputs))).toBe(hex(await other.hkdf(...inputs)))
      }),
      { numRuns: 50 },
    )
  })

  it('decrypts A256CBC-HS512 of RFC 7518, appendix B.3', async () => {
    const key = await subject.importContentKey(RFC.key)
    const parts = { iv: b64(RFC.iv), ciphertext: b64(RFC.ciphertext), tag: b64(RFC.tag) }
    expect(await subject.decrypt(key, RFC.aad, parts)).toBe(RFC.plaintext)
    expect(await subject.decrypt(key, `${RFC.aad}.`, parts)).toBeNull()
  })

  it.each([
    ['', '1'],
    ['key', 'The quick brown fox jumps over the lazy dog'],
  ])('computes the HMAC of the other implementation (%j)', async (key, text) => {
    const bytes = new TextEncoder().encode(key.padEnd(32, '-'))
    expect(await subject.hmac(bytes, text)).toBe(await other.hmac(bytes, text))
  })

  it('computes HMAC-SHA-256 of RFC 4231, test case 2', async () => {
    const mac = await subject.hmac(new TextEncoder().encode('Jefe'), 'what do ya want for nothing?')
    expect(Buffer.from(mac, 'base64url').toString('hex')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  it('computes SHA-256 of FIPS 180-4', async () => {
    const hash = await subject.sha256('abc')
    expect(Buffer.from(hash, 'base64url').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    expect(hash).not.toContain('=')
  })

  it('encrypts what the other implementation and jose decrypt (JWE-01)', async () => {
    await fc.assert(
      fc.asyncProperty(
        wellFormed,
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        async (text, bytes) => {
          const parts = await subject.encrypt(await subject.importContentKey(bytes), HEADER, text)
          expect(await other.decrypt(await other.importContentKey(bytes), HEADER, parts)).toBe(text)
          const token = `${HEADER}..${parts.iv}.${parts.ciphertext}.${parts.tag}`
          const { plaintext, protectedHeader } = await compactDecrypt(token, bytes)
          expect(Buffer.from(plaintext).toString('utf8')).toBe(text)
          expect(protectedHeader).toEqual(joseHeader)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('decrypts what jose encrypts (JWE-01)', async () => {
    await fc.assert(
      fc.asyncProperty(
        wellFormed,
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        async (text, bytes) => {
          const token = await new CompactEncrypt(new TextEncoder().encode(text))
            .setProtectedHeader(joseHeader)
            .encrypt(bytes)
          const [header = '', , iv = '', ciphertext = '', tag = ''] = token.split('.')
          const key = await subject.importContentKey(bytes)
          expect(await subject.decrypt(key, header, { iv, ciphertext, tag })).toBe(text)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('decrypts text whose length is at the borders of a block', async () => {
    const key = await subject.importContentKey(RFC.key)
    for (const text of [
      '',
      'é'.repeat(7),
      'x'.repeat(15),
      'x'.repeat(16),
      '€'.repeat(11),
      '😀\u0000\ufeff',
      '\ufeffx',
    ]) {
      expect(await subject.decrypt(key, HEADER, await subject.encrypt(key, HEADER, text))).toBe(
        text,
      )
    }
  })

  it.each([
    ['a short IV', { iv: b64(RFC.iv.slice(1)) }],
    ['no IV', { iv: '' }],
    ['a short tag', { tag: b64(RFC.tag.slice(1)) }],
    ['a long tag', { tag: b64(new Uint8Array(64)) }],
    ['no tag', { tag: '' }],
    ['a tag with an extra byte', { tag: b64(new Uint8Array([...RFC.tag, 0])) }],
    ['a tag without its last byte', { tag: b64(RFC.tag.slice(0, -1)) }],
    ['an IV in other characters', { iv: '????' }],
    ['a tag in other characters', { tag: '????' }],
    ['no ciphertext', { ciphertext: '' }],
    ['half a block', { ciphertext: b64(RFC.ciphertext.slice(0, 8)) }],
    ['characters outside the alphabet', { ciphertext: '????' }],
  ])('returns null for %s without throwing (JWE-08)', async (_what, change) => {
    const key = await subject.importContentKey(RFC.key)
    const parts = { iv: b64(RFC.iv), ciphertext: b64(RFC.ciphertext), tag: b64(RFC.tag), ...change }
    expect(await subject.decrypt(key, RFC.aad, parts)).toBeNull()
  })

  it.each([15, 17, 32, 48])(
    'returns null for an IV of %i bytes with a valid tag (JWE-08)',
    async (length) => {
      // The MAC is over IV and ciphertext one after the other: where one ends is not authenticated.
      const key = await subject.importContentKey(RFC.key)
      const bytes = new Uint8Array([...RFC.iv, ...RFC.ciphertext])
      const moved = { iv: b64(bytes.slice(0, length)), ciphertext: b64(bytes.slice(length)) }
      expect(await subject.decrypt(key, RFC.aad, { ...moved, tag: b64(RFC.tag) })).toBeNull()
    },
  )

  it.each([
    ['is cut off', [0x61, 0xc3]],
    ['has a byte of no character', [0x61, 0xff, 0x62]],
    ['has half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['has a longer spelling', [0xc0, 0xaf]],
  ])('returns null for content that %s in UTF-8, with our key (JWE-08)', async (_what, bytes) => {
    const token = await new CompactEncrypt(new Uint8Array(bytes))
      .setProtectedHeader(joseHeader)
      .encrypt(RFC.key)
    const [header = '', , iv = '', ciphertext = '', tag = ''] = token.split('.')
    const key = await subject.importContentKey(RFC.key)
    expect(await subject.decrypt(key, header, { iv, ciphertext, tag })).toBeNull()
  })

  it('returns null for invalid padding with a valid tag, as for an invalid tag (JWE-08)', async () => {
    // The tag is made for a ciphertext of one block that no encryption of the key gives.
    const key = await subject.importContentKey(RFC.key)
    const ciphertext = new Uint8Array(16).fill(7)
    const { createHmac } = await import('node:crypto')
    const length = Buffer.alloc(8)
    length.writeUInt32BE(HEADER.length * 8, 4)
    const tag = createHmac('sha512', RFC.key.slice(0, 32))
      .update(HEADER)
      .update(RFC.iv)
      .update(ciphertext)
      .update(length)
      .digest()
      .subarray(0, 32)
    const parts = { iv: b64(RFC.iv), ciphertext: b64(ciphertext), tag: b64(tag) }
    expect(await subject.decrypt(key, HEADER, parts)).toBeNull()
  })

  it('never uses an IV twice in 10,000 encryptions (JWE-12)', async () => {
    const key = await subject.importContentKey(RFC.key)
    const all = Array.from({ length: 10_000 }, async () => subject.encrypt(key, HEADER, 'x'))
    const ivs = new Set((await Promise.all(all)).map(({ iv }) => iv))
    expect(ivs.size).toBe(10_000)
  })
})

describe('keys of WebCrypto', () => {
  it('are not extractable', async () => {
    const { mac, enc } = await web.importContentKey(RFC.key)
    for (const key of [mac, enc]) {
      // Keys of this implementation are those of WebCrypto.
      await expect(crypto.subtle.exportKey('raw', key as CryptoKey)).rejects.toThrow('extractable')
    }
  })
})

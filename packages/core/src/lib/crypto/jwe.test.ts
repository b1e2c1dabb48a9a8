import { compactDecrypt, CompactEncrypt, type CompactJWEHeaderParameters } from 'jose'
import { primitives } from '#primitives'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { encodeText, isCanonical } from './encoding.ts'
import {
  createKeys,
  decryptCompact,
  deriveKey,
  encryptCompact,
  type JweKey,
  type Keys,
} from './jwe.ts'
import { primitives as web } from './primitives-web.ts'

const SECRET = 'a-secret-of-the-application-for-tests-0123456789'
const TEXT = '{"sub":"1","name":"Ada"}'

let key: JweKey
let raw: Uint8Array
let token: string

beforeAll(async () => {
  key = await deriveKey(SECRET, 'salt', 'info')
  // The other implementation derives the same bytes; the last twelve are the key id.
  raw = (await web.hkdf(SECRET, 'salt', 'info', 76)).slice(0, 64)
  token = await encryptCompact(key, TEXT)
})

/** Some keys that are ready, newest first. */
const ready = (...keys: readonly JweKey[]): Keys => ({
  first: () => keys[0],
  named: (header) => keys.find((one) => one.header === header),
})

async function decrypt(keys: Keys, sealed: string): Promise<string | null> {
  return decryptCompact(keys, sealed)
}

interface Extra {
  readonly [member: string]: unknown
}

/** A token under our key with another header. */
async function withHeader(header: Extra, text: string = TEXT): Promise<string> {
  const encoded = encodeText(JSON.stringify(header))
  return encryptCompact({ ...key, header: encoded }, text)
}

function joseEncrypt(header: CompactJWEHeaderParameters, bytes: Uint8Array = raw): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(TEXT))
    .setProtectedHeader(header)
    .encrypt(bytes)
}

describe('compact JWE against jose', () => {
  it('jose decrypts our tokens, which have exactly three header members (JWE-01)', async () => {
    const { plaintext, protectedHeader } = await compactDecrypt(token, raw)
    expect(new TextDecoder().decode(plaintext)).toBe(TEXT)
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256CBC-HS512', kid: key.kid })
  })

  it('decrypt accepts tokens of jose with our header (JWE-03)', async () => {
    const header = { alg: 'dir', enc: 'A256CBC-HS512', kid: key.kid }
    expect(await decrypt(ready(key), await joseEncrypt(header))).toBe(TEXT)
  })

  it.each<[string, () => CompactJWEHeaderParameters]>([
    ['no kid', () => ({ alg: 'dir', enc: 'A256CBC-HS512' })],
    ['our kid after the others', () => ({ kid: key.kid, alg: 'dir', enc: 'A256CBC-HS512' })],
    ['our kid and a type', () => ({ alg: 'dir', enc: 'A256CBC-HS512', kid: key.kid, typ: 'JWT' })],
  ])('decrypt refuses tokens of jose with our key and %s (JWE-03)', async (_what, header) => {
    expect(await decrypt(ready(key), await joseEncrypt(header()))).toBeNull()
  })

  it('decrypt and jose accept and refuse the same random texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const sealed = await encryptCompact(key, text)
        const { plaintext } = await compactDecrypt(sealed, raw)
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(plaintext)).toBe(text)
        expect(await decrypt(ready(key), sealed)).toBe(text)
      }),
      { numRuns: 50 },
    )
  })
})

describe('JWE headers', () => {
  it.each<[string, Extra]>([
    ['zip', { alg: 'dir', enc: 'A256CBC-HS512', zip: 'DEF' }],
    ['crit', { alg: 'dir', enc: 'A256CBC-HS512', crit: ['exp'], exp: 1 }],
    ['crit that is empty', { alg: 'dir', enc: 'A256CBC-HS512', crit: [] }],
    ['typ', { alg: 'dir', enc: 'A256CBC-HS512', typ: 'JWT' }],
    ['another alg', { alg: 'A256KW', enc: 'A256CBC-HS512' }],
    ['alg none', { alg: 'none', enc: 'A256CBC-HS512' }],
    ['alg in another case', { alg: 'DIR', enc: 'A256CBC-HS512' }],
    ['PBES2', { alg: 'PBES2-HS256+A128KW', enc: 'A256CBC-HS512', p2c: 1e9, p2s: 'AAAA' }],
    ['another enc', { alg: 'dir', enc: 'A256GCM' }],
    ['a smaller enc', { alg: 'dir', enc: 'A128CBC-HS256' }],
    ['no alg', { enc: 'A256CBC-HS512' }],
    ['no enc', { alg: 'dir' }],
    ['a kid that is a number', { alg: 'dir', enc: 'A256CBC-HS512', kid: 1 }],
    ['a kid that is an object', { alg: 'dir', enc: 'A256CBC-HS512', kid: {} }],
    ['a kid that is null', { alg: 'dir', enc: 'A256CBC-HS512', kid: null }],
    ['alg in an array', { alg: ['dir'], enc: 'A256CBC-HS512' }],
    ['nothing', {}],
  ])('with %s are refused with the right key (JWE-01, JWE-02, JWE-05)', async (_what, header) => {
    expect(await decrypt(ready(key), await withHeader(header))).toBeNull()
  })

  it.each(['null', '[]', '"dir"', '1', '{', ''])(
    'with the text %j are refused (JWE-08)',
    async (text) => {
      const sealed = await encryptCompact({ ...key, header: encodeText(text) }, TEXT)
      expect(await decrypt(ready(key), sealed)).toBeNull()
    },
  )

  it('that are not strings are refused with the right key (JWE-08)', async () => {
    // The one byte 0xff is not UTF-8.
    const sealed = await encryptCompact({ ...key, header: '_w' }, TEXT)
    expect(await decrypt(ready(key), sealed)).toBeNull()
  })

  it.each<[string, Extra]>([
    ['no kid', {}],
    ...['', '../../etc/passwd', '__proto__', '\u0000', 'x'.repeat(2_000)].map(
      (kid): [string, Extra] => [`the unknown kid ${JSON.stringify(kid).slice(0, 24)}`, { kid }],
    ),
  ])('with %s are refused without trying a key (JWE-03)', async (_what, extra) => {
    const header = { alg: 'dir', enc: 'A256CBC-HS512', ...extra }
    const spy = vi.spyOn(primitives, 'decrypt')
    const keys = createKeys([SECRET, `${SECRET}!`], 'salt', 'info')
    // Before the other key is derived, and after.
    expect(await decrypt(keys, await withHeader(header))).toBeNull()
    expect(await decrypt(keys, await withHeader(header))).toBeNull()
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  })

  it('of the newest secret have its kid, and no other key is derived (JWE-03)', async () => {
    const newest = `${SECRET} that is the newest`
    const sealed = await encryptCompact(await deriveKey(newest, 'salt', 'info'), TEXT)
    const hkdf = vi.spyOn(primitives, 'hkdf')
    const keys = createKeys([newest, `${SECRET} that is not needed`], 'salt', 'info')
    expect(await decrypt(keys, sealed)).toBe(TEXT)
    expect(hkdf).not.toHaveBeenCalled()
    hkdf.mockRestore()
  })

  it('of several secrets have kids of keys that are derived once (JWE-07)', async () => {
    const secrets = [`${SECRET} that is new`, `${SECRET} that is old`]
    const tokens = await Promise.all(
      secrets.map(async (one) => encryptCompact(await deriveKey(one, 'salt', 'info'), one)),
    )
    const hkdf = vi.spyOn(primitives, 'hkdf')
    for (const [index, sealed] of tokens.entries()) {
      expect(await decrypt(createKeys(secrets, 'salt', 'info'), sealed)).toBe(secrets[index])
    }
    expect(hkdf).not.toHaveBeenCalled()
    hkdf.mockRestore()
  })

  it('of any secret have its kid, in any order (JWE-03, JWE-07)', async () => {
    const secrets = ['first', 'second', 'second', 'third'].map((name) => `${SECRET} ${name}`)
    const tokens = await Promise.all(
      secrets.map(async (one) => encryptCompact(await deriveKey(one, 'salt', 'info'), one)),
    )
    const keys = createKeys(secrets, 'salt', 'info')
    for (const [index, sealed] of [...tokens.entries(), ...tokens.entries()].toReversed()) {
      expect(await decrypt(keys, sealed)).toBe(secrets[index])
    }
    expect((await keys.first())?.header).toBe(tokens[0]?.split('.')[0])
    expect(await decrypt(keys, token)).toBeNull()
    expect(await decrypt(createKeys([], 'salt', 'info'), token)).toBeNull()
  })

  it('with our kid on a token of another key are refused (JWE-03)', async () => {
    const foreign = await deriveKey(`${SECRET}!`, 'salt', 'info')
    const sealed = await encryptCompact({ ...foreign, header: key.header }, TEXT)
    expect(await decrypt(ready(key, foreign), sealed)).toBeNull()
  })

  it('have a kid that reveals nothing of the key and depends on secret, salt and info (JWE-04)', async () => {
    const keys = await Promise.all([
      deriveKey(SECRET, 'salt', 'info'),
      deriveKey(SECRET, 'salt2', 'info'),
      deriveKey(SECRET, 'salt', 'info2'),
      deriveKey(`${SECRET}2`, 'salt', 'info'),
    ])
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(4)
    expect(key.kid).toMatch(/^[0-9a-f]{24}$/)
    expect(Buffer.from(raw).toString('hex')).not.toContain(key.kid)
  })

  it('of other algorithms are refused (JWE-02)', async () => {
    const dir256 = await joseEncrypt({ alg: 'dir', enc: 'A256GCM' }, raw.slice(0, 32))
    const wrapped = await joseEncrypt({ alg: 'A256KW', enc: 'A256CBC-HS512' }, raw.slice(0, 32))
    expect(await decrypt(ready(key), dir256)).toBeNull()
    expect(await decrypt(ready(key), wrapped)).toBeNull()
    const jws = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'
    expect(await decrypt(ready(key), jws)).toBeNull()
  })
})

describe('decrypt of a tampered token', () => {
  it('returns null for a change of any character (JWE-08, CKI-10)', async () => {
    for (let index = 0; index < token.length; index++) {
      for (const other of ['A', 'b', '-', '_', '.', '=', ' ', '\u0000', 'é', '']) {
        if (token[index] === other) continue
        const changed = token.slice(0, index) + other + token.slice(index + 1)
        expect([index, other, await decrypt(ready(key), changed)]).toEqual([index, other, null])
      }
    }
  })

  it('returns null for a change of any bit of any part (CKI-10)', async () => {
    const parts = token.split('.')
    for (const at of [0, 2, 3, 4]) {
      const bytes = Buffer.from(parts[at] ?? '', 'base64url')
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flipped = Buffer.from(bytes)
        flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        const changed = parts.with(at, flipped.toString('base64url')).join('.')
        expect(await decrypt(ready(key), changed)).toBeNull()
      }
    }
  })

  it('returns null for changed unused bits of a last character (CKI-10)', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const parts = token.split('.')
    let spellings = 0
    for (const at of [2, 3, 4]) {
      const part = parts[at] ?? ''
      for (const last of alphabet) {
        const other = part.slice(0, -1) + last
        const same = Buffer.from(other, 'base64url').equals(Buffer.from(part, 'base64url'))
        if (!same || other === part) continue
        spellings++
        expect(isCanonical(other)).toBe(false)
        expect(await decrypt(ready(key), parts.with(at, other).join('.'))).toBeNull()
      }
    }
    expect(spellings).toBeGreaterThan(15)
  })

  it.each(['.', ' ', '\n', 'é', '=', '\u0000', 'AAAA.'])(
    'returns null with %j before or after the token (CKI-10)',
    async (more) => {
      expect(await decrypt(ready(key), more + token)).toBeNull()
      expect(await decrypt(ready(key), token + more)).toBeNull()
    },
  )

  it('returns null with more or fewer characters at its ends (CKI-10)', async () => {
    for (const more of ['A', 'AAAA', '_-_-']) {
      expect(await decrypt(ready(key), more + token)).toBeNull()
      expect(await decrypt(ready(key), token + more)).toBeNull()
    }
    expect(await decrypt(ready(key), token.slice(1))).toBeNull()
    expect(await decrypt(ready(key), token.slice(0, -1))).toBeNull()
  })

  it('returns null with anything between the header and the rest (JWE-08, CKI-10)', async () => {
    for (const more of ['.', '..', '..AAAA', '..AAAA..AAAA', '\n']) {
      expect(await decrypt(ready(key), token.replace('..', `${more}..`))).toBeNull()
    }
  })

  it('returns null for parts of two tokens', async () => {
    const second = (await encryptCompact(key, TEXT)).split('.')
    for (const at of [2, 3, 4]) {
      const mixed = token
        .split('.')
        .with(at, second[at] ?? '')
        .join('.')
      expect(await decrypt(ready(key), mixed)).toBeNull()
    }
  })

  it('returns null for garbage without throwing (JWE-08)', async () => {
    const piece = fc.stringMatching(/^[\w-]{0,60}$/)
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { minLength: 3, maxLength: 7 }).map((parts) => parts.join('.')),
      fc
        .tuple(fc.json(), piece, piece)
        .map(([json, a, b]) => `${encodeText(json)}..${a}.${b}.${a}`),
    )
    await fc.assert(
      fc.asyncProperty(garbage, async (text) => {
        expect(await decrypt(ready(key), text)).toBeNull()
      }),
    )
  })

  it('returns null for a token longer than 16 kB (JWE-06)', async () => {
    const text = 'x'.repeat(12_040)
    const keys = Array.from({ length: 200 }, (_, length): JweKey => {
      const header = { alg: 'dir', enc: 'A256CBC-HS512', kid: 'x'.repeat(length) }
      return { ...key, header: encodeText(JSON.stringify(header)) }
    })
    const tokens = await Promise.all(keys.map((named) => encryptCompact(named, text)))
    const ofLength = (length: number): string =>
      tokens.find((one) => one.length === length) ??
      expect.fail(`No token has ${length} characters`)
    expect(await decrypt(ready(...keys), ofLength(16_384))).toBe(text)
    expect(await decrypt(ready(...keys), ofLength(16_385))).toBeNull()
  })
})

import { primitives } from '#primitives'
import { beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { decryptOnce } from './decrypt-once.ts'
import { deriveKey, encryptCompact, type JweKey } from './jwe.ts'
import { primitives as web } from './primitives-web.ts'

const SECRET = 'a-secret-of-the-application-for-tests-0123456789'

let key: JweKey
let other: JweKey
let decrypt: MockInstance<typeof primitives.decrypt>

beforeAll(async () => {
  key = await deriveKey(SECRET, 'salt', 'info')
  other = await deriveKey(`${SECRET}!`, 'salt', 'info')
})

beforeEach(() => {
  decrypt = vi.spyOn(primitives, 'decrypt')
})

/** How often something was decrypted since this was last asked. */
function decryptions(): number {
  const { length } = decrypt.mock.calls
  decrypt.mockClear()
  return length
}

let made = 0

/** A text that nobody else has. */
const newText = (length = 40): string => `{"sub":"${(made += 1)}"}`.padEnd(length)

async function read(token: string, times: number, by: JweKey = key): Promise<string | null> {
  let text: string | null = null
  for (let time = 0; time < times; time++) text = (await decryptOnce(by, token))?.text ?? null
  return text
}

/** Tokens that were read twice, so that they are remembered, with their texts. */
async function readTokens(count: number, length?: number): Promise<[string, string][]> {
  const tokens: [string, string][] = []
  for (let index = 0; index < count; index++) {
    const text = newText(length)
    const token = await encryptCompact(key, text)
    expect(await read(token, 2)).toBe(text)
    tokens.push([token, text])
  }
  return tokens
}

describe('decryption of a token that is read again', () => {
  it('happens twice at most (PERF-14)', async () => {
    const [[token, text] = ['', '']] = await readTokens(1)
    expect(decryptions()).toBe(2)
    expect(await read(token, 50)).toBe(text)
    expect(decryptions()).toBe(0)
  })

  it('does not confuse tokens that differ in any character (PERF-14, CKI-10)', async () => {
    const [[token] = ['']] = await readTokens(1)
    for (let index = key.header.length; index < token.length; index++) {
      const character = token.charAt(index) === 'A' ? 'B' : 'A'
      const changed = token.slice(0, index) + character + token.slice(index + 1)
      expect([index, await read(changed, 3)]).toEqual([index, null])
    }
    expect(await read(`${token.slice(0, -12)}AAAA${token.slice(-8)}`, 3)).toBeNull()
  })

  it('fails with another key, even with the same kid (PERF-14, JWE-04)', async () => {
    const [[token, text] = ['', '']] = await readTokens(1)
    expect(await read(token, 3, { ...other, header: key.header })).toBeNull()
    expect(await read(token, 3, { ...key, content: other.content })).toBeNull()
    expect(await read(token, 1)).toBe(text)
  })

  it('happens again after many other tokens (PERF-14)', async () => {
    const [[token, text] = ['', '']] = await readTokens(1)
    const [last] = (await readTokens(600)).slice(-1)
    decryptions()
    expect([await read(token, 1), decryptions()]).toEqual([text, 1])
    expect([await read(last?.[0] ?? '', 1), decryptions()]).toEqual([last?.[1], 0])
  })

  it('happens again after a megabyte of other tokens (PERF-14)', async () => {
    const [[token, text] = ['', '']] = await readTokens(1)
    const [last] = (await readTokens(60, 11_000)).slice(-1)
    decryptions()
    expect([await read(token, 1), decryptions()]).toEqual([text, 1])
    expect([await read(last?.[0] ?? '', 1), decryptions()]).toEqual([last?.[1], 0])
  })

  it('is cached for tokens that are read in turns (PERF-14)', async () => {
    const texts = Array.from({ length: 20 }, () => newText())
    const tokens = await Promise.all(texts.map(async (text) => encryptCompact(key, text)))
    for (let round = 0; round < 3; round++) for (const token of tokens) await read(token, 1)
    decryptions()
    for (const [index, token] of tokens.entries()) expect(await read(token, 1)).toBe(texts[index])
    // Some may have taken the place of one another.
    expect(decryptions()).toBeLessThan(10)
  })

  it('stays cached when many other tokens are read once (PERF-14)', async () => {
    const [[token, text] = ['', '']] = await readTokens(1)
    for (let index = 0; index < 600; index++) await read(await encryptCompact(key, newText()), 1)
    decryptions()
    expect([await read(token, 1), decryptions()]).toEqual([text, 0])
  })

  it.each<[string, object | undefined]>([
    ['{"sub":"1","admin":true,"age":2,"none":null}', { sub: '1', admin: true, age: 2, none: null }],
    // Whoever reads it might change what is inside.
    ['{"sub":"1","address":{"city":"London"},"age":2}', undefined],
    ['{"roles":["reader"]}', undefined],
    ['["reader"]', undefined],
    ['null', undefined],
    ['not JSON', undefined],
  ])('parses the text %s once only if it has no objects inside (PERF-14)', async (text, claims) => {
    const token = await encryptCompact(key, text)
    for (let time = 0; time < 3; time++) expect(await read(token, 1)).toBe(text)
    expect((await decryptOnce(key, token))?.claims).toEqual(claims)
  })

  it('happens each time where digests are asynchronous (PERF-14)', async () => {
    expect(web.fingerprint).toBeUndefined()
    const { fingerprint } = primitives
    Reflect.deleteProperty(primitives, 'fingerprint')
    try {
      const [[token, text] = ['', '']] = await readTokens(1)
      expect(await read(token, 10)).toBe(text)
      expect(decryptions()).toBe(12)
    } finally {
      Reflect.set(primitives, 'fingerprint', fingerprint)
    }
  })
})

describe('decryption of an invalid token', () => {
  it('happens each time, and replaces no cached token (PERF-14)', async () => {
    const [[token, text] = ['', '']] = await readTokens(1)
    for (let index = 0; index < 600; index++) {
      const forged = `${token.slice(0, -43)}${String(index).padStart(42, 'A')}A`
      expect(await read(forged, 2)).toBeNull()
    }
    expect(decryptions()).toBeGreaterThanOrEqual(1000)
    expect([await read(token, 1), decryptions()]).toEqual([text, 0])
  })

  it('with the last characters of a cached token does not affect that one (PERF-14)', async () => {
    const [[token, text] = ['', '']] = await readTokens(1)
    const forged = `${token.slice(0, -43)}${'A'.repeat(35)}${token.slice(-8)}`
    expect(await read(forged, 3)).toBeNull()
    decryptions()
    expect([await read(token, 1), decryptions()]).toEqual([text, 0])
  })
})

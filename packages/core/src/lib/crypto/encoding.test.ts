import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64url, base64urlDecode, decodeText, encodeText, isCanonical } from './encoding.ts'

describe('base64url', () => {
  it('equals that of Buffer, and decodes to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = base64url(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64url'))
        expect([...(base64urlDecode(text) ?? [])]).toEqual([...bytes])
        expect(isCanonical(text)).toBe(true)
      }),
    )
  })

  it.each(['a', 'abcde', 'ab+/', 'ab==', 'ab c', 'ab\n', 'äb', 'a.b'])('refuses %j', (text) => {
    expect(base64urlDecode(text)).toBeUndefined()
  })

  it('accepts only the canonical spelling of the last character', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const head of ['', 'AAAA', 'A', 'AA', 'zz_-A', 'zz_-AA']) {
      for (const last of alphabet) {
        const text = head + last
        const bytes = base64urlDecode(text)
        const canonical = bytes !== undefined && base64url(bytes) === text
        expect([text, isCanonical(text)]).toEqual([text, canonical])
      }
    }
  })
})

describe('UTF-8 text', () => {
  it('is the same after encoding and decoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeText(encodeText(text))).toBe(text)
      }),
    )
  })

  it.each(['_w', '7aCA', 'wIA', 'a', '?'])('is undefined for %j, which is not UTF-8', (encoded) => {
    expect(decodeText(encoded)).toBeUndefined()
  })
})

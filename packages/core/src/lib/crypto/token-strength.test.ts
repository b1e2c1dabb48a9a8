import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { randomHex, randomToken } from './random.ts'
import { plausibleBits } from './token-strength.ts'

const many = (make: () => string): readonly string[] => Array.from({ length: 500 }, make)

describe('a token of 128 random bits or more', () => {
  it.each<[string, () => string]>([
    ['32 bytes in base64url', () => randomToken()],
    ['16 bytes in base64url', () => randomToken(16)],
    ['16 bytes in base64', () => randomBytes(16).toString('base64')],
    ['16 bytes in hex', () => randomHex(16)],
    ['16 bytes in capital hex', () => randomHex(16).toUpperCase()],
    ['a UUID', () => randomUUID()],
    [
      // Of 17 bytes one token in 5,000 would have no digit, and be too short for letters alone.
      '22 bytes in base 36',
      () =>
        BigInt(`0x${randomHex(22)}`)
          .toString(36)
          .padStart(34, '7'),
    ],
    ['39 digits', () => Array.from(randomBytes(39), (byte) => byte % 10).join('')],
  ])('is taken: %s (MAG-01)', (_, make) => {
    for (const token of many(make))
      expect([token, plausibleBits(token) >= 128]).toEqual([token, true])
  })
})

describe('a token that somebody could guess', () => {
  it.each([
    ['nothing', ''],
    ['six digits', '493021'],
    ['eight digits', '49302117'],
    ['eight digits in groups', '4930-2117'],
    ['38 digits', '12345678901234567890123456789012345678'],
    ['a code of eight characters', 'K7QM-2XTD'],
    ['15 bytes in hex', '0123456789abcdef0123456789abcd'],
    ['hex in groups', '0123-4567-89ab-cdef-0123-4567-89ab'],
    ['21 characters of base64url', 'V1StGXR8_Z5jdHi6B-myT'],
    ['24 small letters and digits', 'tz4a98xxat96iws9zmbrgj3a'],
    ['27 small letters', 'abcdefghijklmnopqrstuvwxyza'],
    ['one character over and over', 'a'.repeat(64)],
    ['a few characters over and over', 'abc12'.repeat(20)],
  ])('is known by its length: %s (MAG-01)', (_, token) => {
    expect(plausibleBits(token)).toBeLessThan(128)
  })
})

describe('the random bits a token can have', () => {
  it.each<[string, number, number]>([
    ['012345', 6, 10],
    ['0123-45-67', 8, 10],
    ['abcdef', 6, 16],
    ['ABCDEF', 6, 16],
    ['0abc-def1', 8, 16],
    ['ghijkl', 6, 26],
    ['GHIJKL', 6, 26],
    ['ghijk1', 6, 36],
    ['1GHIJK', 6, 36],
    ['abcDEF', 6, 64],
    ['Gabcdef', 7, 64],
    ['abcdefG', 7, 64],
    ['ghi-J1', 6, 64],
    ['ghij_1', 6, 64],
    ['!012345', 7, 94],
    ['012345!', 7, 94],
    ['ghijk! L', 8, 94],
  ])('are those of %j, with %i characters of an alphabet of %i (MAG-01)', (token, count, size) => {
    expect(plausibleBits(token)).toBeCloseTo(count * Math.log2(size), 10)
  })

  it('are none with five different characters, and some with six (MAG-01)', () => {
    expect(plausibleBits('abcdeabcde')).toBe(0)
    expect(plausibleBits('abcdefabcd')).toBe(40)
  })
})

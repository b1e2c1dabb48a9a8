import { describe, expect, it } from 'vitest'
import {
  isReadable,
  normalizeReadable,
  randomBelow,
  randomHex,
  randomReadable,
  randomToken,
} from './random.ts'

describe('random values', () => {
  it('have 256 bits in base64url by default and never repeat, for tokens (OAU-02, MAG-01)', () => {
    const tokens = new Set(Array.from({ length: 10_000 }, () => randomToken()))
    expect(tokens.size).toBe(10_000)
    for (const token of [...tokens].slice(0, 100)) expect(token).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(randomToken(16), 'base64url')).toHaveLength(16)
  })

  it('are 32 bytes in hexadecimal and not a UUID, for session tokens (SES-01)', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => randomHex()))
    expect(tokens.size).toBe(1_000)
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/)
  })

  it('use every value of a byte, and every bit equally often', () => {
    const ones = Array.from({ length: 8 }, () => 0)
    const bytes = Buffer.from(randomHex(8_192), 'hex')
    for (const byte of bytes)
      for (const bit of ones.keys()) ones[bit] = (ones[bit] ?? 0) + ((byte >> bit) & 1)
    expect(new Set(bytes).size).toBe(256)
    // Seven standard deviations around the half.
    for (const count of ones) expect(Math.abs(count - 4_096)).toBeLessThan(317)
  })

  it('have only letters and digits that are easy to distinguish, for readable codes', () => {
    const code = randomReadable(32_000)
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{32000}$/)
    const counts = new Map<string, number>()
    for (const character of code) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(32)
    // Eight standard deviations around the mean: every character is as likely.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250)
  })

  it.each([1, 2, 3, 1_000, 65_536])('include every whole number below %i', (limit) => {
    const drawn = Array.from({ length: 5_000 }, () => randomBelow(limit))
    for (const number of drawn) {
      expect(Number.isInteger(number) && number >= 0 && number < limit).toBe(true)
    }
    // Where there are few each is drawn, where there are many nearly each draw is another one.
    expect(new Set(drawn).size).toBeGreaterThan(Math.min(limit, 3_000) * 0.9)
    expect(Math.max(...drawn)).toBeGreaterThanOrEqual(Math.floor((limit - 1) * 0.9))
  })

  it('differ from texts with other characters, for readable codes', () => {
    expect(isReadable(randomReadable(1_000))).toBe(true)
    expect(isReadable('')).toBe(true)
    for (const other of ['I', 'O', '0', '1', 'a', '-', ' ', 'É', '😀']) {
      for (const text of [other, `${other}ABCD`, `AB${other}CD`, `ABCD${other}`]) {
        expect([text, isReadable(text)]).toEqual([text, false])
      }
    }
  })

  it.each([
    ['abcd-efgh', 'ABCDEFGH'],
    [' AB CD\tEF\u00a0GH\n', 'ABCDEFGH'],
    ['ab.cd–ef·gh', 'ABCDEFGH'],
    ['', ''],
    ['ÄÖÜ', ''],
  ])('normalize %j as typed by a person to %j', (typed, code) => {
    expect(normalizeReadable(typed)).toBe(code)
  })
})

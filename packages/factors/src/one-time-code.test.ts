import * as otpauth from 'otpauth'
import { generateSync, stringToBytes } from 'otplib'
import { describe, expect, test } from 'vitest'
import { appUri, grouped } from './lib/app-uri.ts'
import { base32, base32Decode } from './lib/base32.ts'
import { codeAt, readCode, stepAt, stepOfCode } from './lib/one-time-code.ts'

const SECRET = new TextEncoder().encode('12345678901234567890')
const KEY = base32(SECRET)

/** How many random secrets are compared. */
const SECRETS = Number(process.env['LATCHSTRING_TEST_SECRETS'] ?? 10_000)

describe('A one-time code', () => {
  test.each(
    [
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ].map((code, counter) => [counter, code] as const),
  )('of the counter %i is that of RFC 4226, appendix D', async (counter, code) => {
    expect(await codeAt(SECRET, counter)).toBe(code)
  })

  // The appendix has eight digits, of which six are the last.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at the second %i is that of RFC 6238, appendix B', async (seconds, code) => {
    expect(await codeAt(SECRET, stepAt(seconds * 1000))).toBe(code.slice(2))
  })

  test('is the same as that of otpauth and otplib, for random secrets and times', async () => {
    const differing: unknown[] = []
    for (let count = 0; count < SECRETS; count += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(16 + (count % 49)))
      const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
      // Seconds until the year 2242, also after 2106, when a step is still a small number.
      const epoch = random * 2
      const own = await codeAt(bytes, stepAt(epoch * 1000))
      const secret = new otpauth.Secret({ buffer: bytes.buffer })
      const theirs = otpauth.TOTP.generate({ secret, timestamp: epoch * 1000 })
      const others = generateSync({ secret: bytes, epoch })
      const isSame = own === theirs && own === others && base32(bytes) === secret.base32
      if (!isSame) differing.push([base32(bytes), epoch, own, theirs, others])
    }
    expect(differing).toEqual([])
  })

  const now = 1_700_000_000_000
  const at = (step: number): Promise<string> => codeAt(SECRET, stepAt(now) + step)

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of the step %i from now is taken: %s', async (step, isTaken) => {
    const found = await stepOfCode(KEY, await at(step), { now, after: -1 })
    expect(found).toBe(isTaken ? stepAt(now) + step : undefined)
  })

  test('of a step that was taken, or of an older one, is refused, also when the clock goes back', async () => {
    const taken = stepAt(now)
    expect(await stepOfCode(KEY, await at(0), { now, after: taken })).toBeUndefined()
    expect(await stepOfCode(KEY, await at(-1), { now, after: taken })).toBeUndefined()
    const back = now - 600_000
    for (const step of [-1, 0, 1]) {
      const code = await codeAt(SECRET, stepAt(back) + step)
      expect(await stepOfCode(KEY, code, { now: back, after: taken })).toBeUndefined()
    }
    expect(await stepOfCode(KEY, await at(1), { now, after: taken })).toBe(taken + 1)
  })

  test.each([
    ['123 456', '123456'],
    [' 123-456 ', '123456'],
    ['12345', undefined],
    ['1234567', undefined],
    ['12345a', undefined],
    ['١٢٣٤٥٦', undefined],
    ['', undefined],
  ])('that was typed as "%s" is read', (typed, code) => {
    expect(readCode(typed)).toBe(code)
  })

  test.each(['', '!', '1'])('of the secret "%s" is never right', async (secret) => {
    expect(await stepOfCode(secret, '000000', { now, after: -1 })).toBeUndefined()
  })
})

describe('Base32', () => {
  // RFC 4648, section 10.
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of "%s" is %s, in any spelling', (text, encoded) => {
    const bytes = stringToBytes(text)
    expect(base32(bytes)).toBe(encoded)
    for (const spelling of [encoded, encoded.toLowerCase(), `${grouped(encoded)}===`]) {
      expect(base32Decode(spelling)).toEqual(new Uint8Array(bytes))
    }
  })

  test.each(['MZXW6Y1B', 'é', 'a=b'])('refuses "%s"', (text) => {
    expect(base32Decode(text)).toBeUndefined()
  })
})

describe('The address that an app is set up with', () => {
  test.each([
    ['Acme', 'ada@example.com'],
    ['Acme: Rückruf & Söhne', 'ada+x@example.com'],
    ['日本', 'user 1/2?#'],
  ])('names %s and %s', (issuer, account) => {
    const uri = appUri({ secret: KEY, issuer, account })
    const read = otpauth.URI.parse(uri)
    expect(read).toBeInstanceOf(otpauth.TOTP)
    expect(read).toMatchObject({
      issuer: issuer.replaceAll(':', ' '),
      label: account,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    })
    expect(read.secret.base32).toBe(KEY)
  })
})

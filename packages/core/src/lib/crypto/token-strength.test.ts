import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { randomHex, randomToken } from './random.ts'
import { apparentBits } from './token-strength.ts'

const many = (make: () => string): readonly string[] => Array.from({ length: 100 }, make)

/** The required apparent bits of a token, and the maximum number of draws. */
const LEAST = 128
const DRAWS = 20

describe('the strength check of a token with 128 random bits or more', () => {
  it.each<[string, () => string]>([
    ['32 bytes in base64url', () => randomToken()],
    ['16 bytes in base64url', () => randomToken(16)],
    ['16 bytes in base64', () => randomBytes(16).toString('base64')],
    ['16 bytes in hex', () => randomHex(16)],
    ['16 bytes in capital hex', () => randomHex(16).toUpperCase()],
    ['a UUID', () => randomUUID()],
    ['16 bytes as a number in base 36', () => BigInt(`0x${randomHex(16)}`).toString(36)],
    ['39 digits', () => Array.from(randomBytes(39), (byte) => byte % 10).join('')],
  ])('accepts it in one of few draws: %s (MAG-01)', (_, make) => {
    const shown = many(make).filter((token) => apparentBits(token) >= LEAST)
    // A decimal number of 128 bits has fewer digits than 39 once in three times.
    expect(shown.length).toBeGreaterThan(30)
  })
})

const DIGITS = '0123456789'
const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const CAPITAL = SMALL.toUpperCase()

/** Alphabets that tokens of 16 random bytes are written in, and how many characters that takes. */
const GENERATORS: readonly (readonly [name: string, alphabet: string, characters: number])[] = [
  ['hex', '0123456789abcdef', 32],
  ['capital hex', '0123456789ABCDEF', 32],
  ['base 32', `${CAPITAL}234567`, 26],
  ['small base 32', `${SMALL}234567`, 26],
  ['base 32 of Crockford', '0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26],
  ['base 36', DIGITS + SMALL, 25],
  ['capital base 36', DIGITS + CAPITAL, 25],
  ['base 58', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 22],
  ['base 62', DIGITS + SMALL + CAPITAL, 22],
  ['base64url', `${DIGITS}${SMALL}${CAPITAL}-_`, 22],
]

/** Kinds of characters: tokens of as many characters of the same kinds, hyphens included, seem to have as many bits. */
const KINDS = [/\d/, /[a-f]/, /[g-z]/, /[A-F]/, /[G-Z]/, /_/]

const chooseLog2 = (from: number, count: number): number =>
  Array.from({ length: count }, (_, index) => (from - index) / (count - index)).reduce(
    (bits, step) => bits + Math.log2(step),
    0,
  )

const subsets = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  list.reduce<readonly (readonly T[])[]>(
    (all, one) => [...all, ...all.map((rest) => [...rest, one])],
    [[]],
  )

/** A token with characters of each of the kinds, and as many hyphens. */
function sample(kinds: readonly string[], characters: number, hyphens: number): string {
  const rounds = Array.from({ length: 26 }, (_, index) => kinds.map((kind) => kind[index] ?? ''))
  const letters = rounds.flat().join('')
  return letters.repeat(characters).slice(0, characters - hyphens) + '-'.repeat(hyphens)
}

/** How often a random text of an alphabet has characters of each of these kinds, no others, and as many hyphens. */
function chance(
  alphabet: string,
  kinds: readonly string[],
  characters: number,
  hyphens: number,
): number {
  const letters = characters - hyphens
  const ofEach = subsets(kinds).reduce((sum, some) => {
    const sign = (kinds.length - some.length) % 2 === 0 ? 1 : -1
    return sum + sign * (some.join('').length / alphabet.length) ** letters
  }, 0)
  return ofEach * 2 ** chooseLog2(characters, hyphens) * alphabet.length ** -hyphens
}

/** How often a random text of an alphabet seems to have too few bits. */
function refusals(alphabet: string, characters: number): number {
  const all = KINDS.map((kind) => Array.from(alphabet).filter((one) => kind.test(one)))
  const kinds = all.filter(({ length }) => length > 0).map((one) => one.join(''))
  const counts = alphabet.includes('-') ? Array.from({ length: characters + 1 }).keys() : [0]
  let sum = 0
  for (const hyphens of counts) {
    for (const some of subsets(kinds)) {
      const token = sample(some, characters, hyphens)
      if (apparentBits(token) < LEAST) sum += chance(alphabet, some, characters, hyphens)
    }
  }
  // With five different characters or fewer, as many characters of the kinds as there may be.
  return sum + 2 ** chooseLog2(alphabet.length, 5) * (5 / alphabet.length) ** characters
}

describe('the strength check of 16 random bytes', () => {
  it.each(GENERATORS)(
    'refuses them in %s less often than once in 10^9 times (MAG-01)',
    (_, alphabet, characters) => {
      expect(refusals(alphabet, characters) ** DRAWS).toBeLessThan(1e-9)
    },
  )

  it.each(GENERATORS.filter(([name]) => name !== 'base64url'))(
    'refuses them as a number in %s without leading zeros less often than once in 10^9 times (MAG-01)',
    (_, alphabet, characters) => {
      const lengths = Array.from({ length: characters }).map((_length, index) => index + 1)
      const shorter = lengths.map((length) => {
        const fewer = Math.min(1, alphabet.length ** length / 2 ** 128)
        return fewer * Math.min(1, refusals(alphabet, length))
      })
      // The longest numbers are `characters` long; each shorter length is as rare as its numbers are few.
      const once = Math.min(
        1,
        shorter.reduce((sum, one) => sum + one, 0),
      )
      expect(once ** DRAWS).toBeLessThan(1e-9)
    },
  )

  it('accepts them in a UUID, unless all characters are digits (MAG-01)', () => {
    expect(apparentBits('1234567a-9012-4345-8678-901234567890')).toBeGreaterThanOrEqual(LEAST)
    expect(apparentBits('12345678-9012-4345-8678-901234567890')).toBeLessThan(LEAST)
    // No version of RFC 9562 begins its third and fourth group so.
    expect(apparentBits('017f22e2-79b0-0cc3-98c4-dc0c0c07398f')).toBeGreaterThanOrEqual(LEAST)
    expect(apparentBits('017f22e2-79b0-7cc3-c8c4-dc0c0c07398f')).toBeGreaterThanOrEqual(LEAST)
    expect(apparentBits('017f22e279b07cc398c4dc0c0c07398f')).toBeGreaterThanOrEqual(LEAST)
  })
})

describe('the strength check of a UUID made of the time', () => {
  const OF_TIME = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'

  it.each([
    ['before', (random: string) => random + OF_TIME],
    ['behind', (random: string) => OF_TIME + random],
  ])('counts the 16 random bytes %s it (MAG-01)', (_, join) => {
    expect(apparentBits(OF_TIME)).toBeLessThan(LEAST)
    expect(apparentBits(join(randomHex(16)))).toBeGreaterThanOrEqual(LEAST)
  })

  it.each([
    ['a word before it', `login_${OF_TIME}`],
    ['a number behind it', `${OF_TIME}.1234567`],
    ['capital letters', OF_TIME.toUpperCase()],
  ])('counts no more than its own bits and those of the rest: %s (MAG-01)', (_, token) => {
    expect(apparentBits(token)).toBeLessThan(LEAST)
  })
})

describe('the strength check of a token that can be guessed', () => {
  it.each([
    ['nothing', ''],
    ['six digits', '493021'],
    ['eight digits', '49302117'],
    ['eight digits in groups', '4930-2117'],
    ['eight letters', 'qwkzhmvt'],
    ['29 digits', '12345678901234567890123456789'],
    ['38 digits', '12345678901234567890123456789012345678'],
    ['15 bytes in hex', '0123456789abcdef0123456789abcd'],
    ['24 small letters and digits', 'tz4a98xxat96iws9zmqk7rw2'],
    ['21 characters of base64url', 'V1StGXR8_Z5jdHi6B-myT'],
    ['a code of eight characters', 'K7QM-2XTD'],
    ['a code of sixteen characters', 'K7QM-2XTD-9FJH-BW4P'],
    ['12 bytes in hex', '0123456789abcdef01234567'],
    ['12 bytes in base64url', 'V1StGXR8_Z5jdHi6'],
    ['18 small letters and digits', 'tz4a98xxat96iws9zm'],
    ['20 small letters', 'qwertyuiopasdfghjklz'],
    ['sixteen letters in pairs', 'qw-er-ty-ui-op-as-df-gh'],
    ['fourteen characters of any kind', '!Qw3$rTy7&iO9*'],
    ['one character over and over', 'a'.repeat(64)],
    ['a few characters over and over', 'abc12'.repeat(20)],
    ['a UUID of version 1', '1d1e100b-1ef2-11ee-be56-0242ac120002'],
    ['a UUID of version 2', '1d1e100b-1ef2-21ee-9e56-0242ac120002'],
    ['a UUID of version 6', '1EC9414C-232A-6B00-B3C8-9F6BDECED846'],
    ['a UUID of version 7', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'],
  ])('refuses it by its length: %s (MAG-01)', (_, token) => {
    expect(apparentBits(token)).toBeLessThan(LEAST)
  })
})

describe('the estimated random bits of a token', () => {
  it.each<[string, number, number, number]>([
    ['012345', 6, 10, 1],
    ['0123-45-67', 8, 10, 45],
    ['abcdef', 6, 16, 1],
    ['ABCDEF', 6, 16, 1],
    ['0abc-def1', 8, 16, 9],
    ['-0abc-def1-', 8, 16, 165],
    ['ghijkl', 6, 26, 1],
    ['GHIJKL', 6, 26, 1],
    ['ghijk1', 6, 36, 1],
    ['1GHIJK', 6, 36, 1],
    ['abcDEF', 6, 64, 1],
    ['Gabcdef', 7, 64, 1],
    ['abcdefG', 7, 64, 1],
    ['ghi-J1', 6, 64, 1],
    ['ghij_1', 6, 64, 1],
    ['!012345', 7, 94, 1],
    ['012345!', 7, 94, 1],
    ['ghijk! L', 8, 94, 1],
  ])(
    'are those of %j, with %i characters of an alphabet of %i and hyphens in one of %i ways (MAG-01)',
    (token, count, size, ways) => {
      expect(apparentBits(token)).toBeCloseTo(count * Math.log2(size) + Math.log2(ways), 10)
    },
  )

  it('are zero with five different characters, and more with six (MAG-01)', () => {
    expect(apparentBits('abcdeabcde')).toBe(0)
    expect(apparentBits('abcdefabcd')).toBe(40)
  })
})

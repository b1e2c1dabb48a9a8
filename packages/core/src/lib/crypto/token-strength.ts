/** Random tokens of at least 128 bits have more different characters than this; values written by hand may not. */
const FEWEST_CHARACTERS = 6

/** Alphabets that random tokens are written in, smallest first. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/^\d*$/, 10],
  [/^(?:[\da-f]*|[\dA-F]*)$/, 16],
  [/^(?:[a-z]*|[A-Z]*)$/, 26],
  [/^(?:[\da-z]*|[\dA-Z]*)$/, 36],
]

/** UUIDs that are made of the time (RFC 9562, sections 5.1, 5.2, 5.6 and 5.7), and the most bits of one that are not. */
const OF_TIME = /[\da-f]{8}-[\da-f]{4}-[1267][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/i
const OF_TIME_BITS = 74

/** How many bits it takes to say which of the characters are hyphens. */
function bitsOfPlaces(characters: number, hyphens: number): number {
  const rest = characters - hyphens
  const steps = Array.from({ length: hyphens }, (_, index) => (rest + index + 1) / (index + 1))
  return steps.reduce((bits, step) => bits + Math.log2(step), 0)
}

/**
 * How many random bits a token seems to have: those of its length, if it was written in the smallest alphabet that has its
 * characters. One token does not show how it was made: it may have far fewer, and by chance more, where it begins with
 * zeros that are not written, or has no digit.
 *
 * @returns bits, not rounded
 */
export function apparentBits(token: string): number {
  if (new Set(token).size < FEWEST_CHARACTERS) return 0
  const rest = token.replace(OF_TIME, '')
  if (rest !== token) return OF_TIME_BITS + apparentBits(rest)
  const { length } = token
  // Hyphens group the characters of these alphabets, as in a UUID, or are characters of base64url themselves.
  const text = token.replaceAll('-', '')
  const size = ALPHABETS.find(([alphabet]) => alphabet.test(text))?.[1]
  if (size === undefined) return length * Math.log2(/^[\w-]*$/.test(token) ? 64 : 94)
  return text.length * Math.log2(size) + bitsOfPlaces(length, length - text.length)
}

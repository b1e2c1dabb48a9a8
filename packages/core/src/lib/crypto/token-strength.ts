/** Random tokens of at least 128 bits have more different characters than this; what somebody wrote by hand may not. */
const FEWEST_CHARACTERS = 6

/** Alphabets that random tokens are written in, smallest first. Hyphens group the characters of these, as in a UUID. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/^\d*$/, 10],
  [/^(?:[\da-f]*|[\dA-F]*)$/, 16],
  [/^(?:[a-z]*|[A-Z]*)$/, 26],
  [/^(?:[\da-z]*|[\dA-Z]*)$/, 36],
]

/**
 * How many random bits a token can have at most, if it was written in the smallest alphabet that has its characters. It may
 * well have fewer: nobody can tell from a token how it was made.
 */
export function plausibleBits(token: string): number {
  if (new Set(token).size < FEWEST_CHARACTERS) return 0
  const text = token.replaceAll('-', '')
  const [, size] = ALPHABETS.find(([alphabet]) => alphabet.test(text)) ?? []
  if (size !== undefined) return text.length * Math.log2(size)
  return token.length * Math.log2(/^[\w-]*$/.test(token) ? 64 : 94)
}

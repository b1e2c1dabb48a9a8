import type { PasswordOwner } from '../options.ts'

/** Shorter words are in too many passwords by chance. */
const SHORTEST_WORD = 4

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The words of a text that are long enough, the whole text first. */
function wordsIn(text: string | null): readonly string[] {
  if (text === null) return []
  const folded = fold(text).trim()
  return [folded, ...folded.split(/[^\p{L}\p{N}\p{M}]+/u)].filter(
    (word) => Array.from(word).length >= SHORTEST_WORD,
  )
}

/**
 * What is left of a password without the words that anyone would try for its owner.
 *
 * @param words - of the application
 */
export function withoutOwnWords(
  password: string,
  { email, name, username }: PasswordOwner,
  words: readonly string[],
): string {
  const own = [email, name, username, ...words].flatMap(wordsIn)
  const longestFirst = [...new Set(own)].toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), fold(password))
}

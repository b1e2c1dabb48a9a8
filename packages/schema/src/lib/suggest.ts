import { nearest } from './nearest.ts'

/**
 * What may have been meant, as the end of a sentence.
 *
 * @param word - what was written
 * @param known - what could have been
 * @param prefix - what precedes each of them, such as `--`
 */
export function suggest(word: string, known: readonly string[], prefix = ''): string {
  const meant = nearest(word, known)
  if (meant !== undefined) return ` Did you mean ${prefix}${meant}?`
  return ` Known are ${known.map((name) => `${prefix}${name}`).join(', ')}.`
}

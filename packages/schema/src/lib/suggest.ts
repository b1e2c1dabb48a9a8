/** How many letters have to change to get from one word to another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1]
    for (const [place, other] of to.split('').entries()) {
      const kept = (row[place] ?? 0) + (letter === other ? 0 : 1)
      const changed = Math.min(row[place + 1] ?? 0, next[place] ?? 0) + 1
      next.push(Math.min(kept, changed))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * What may have been meant, as the end of a sentence.
 *
 * @param word - what was written
 * @param known - what could have been
 * @param prefix - what precedes each of them, such as `--`
 *
 * @example
 * ```ts
 * import { suggest } from '@latchstring/schema'
 *
 * console.log(`There is no user.${suggest('user', ['users', 'accounts'])}`) // … Did you mean users?
 * ```
 */
export function suggest(word: string, known: readonly string[], prefix = ''): string {
  const [best] = known
    .map((candidate) => ({
      candidate,
      changes: distance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, changes }) => changes <= Math.max(2, Math.floor(candidate.length / 3)))
    .toSorted((one, other) => one.changes - other.changes)
  if (best !== undefined) return ` Did you mean ${prefix}${best.candidate}?`
  return ` Known are ${known.map((candidate) => `${prefix}${candidate}`).join(', ')}.`
}

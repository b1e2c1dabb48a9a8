/** How many letters have to be put in, left out or replaced to turn one word into another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1]
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Finds the word that somebody may have meant; nothing when none is near. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  const word = given.toLowerCase()
  const ranked = words
    .map((candidate) => ({ candidate, edits: distance(word, candidate.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits)
  const [best] = ranked
  if (best && best.edits <= 1 + word.length / 4) return best.candidate
  if (word.length < 4) return undefined
  // `entra` is far from `microsoft-entra-id`, and in it.
  return ranked.find(({ candidate }) => {
    const other = candidate.toLowerCase()
    return other.includes(word) || (other.length >= 4 && word.includes(other))
  })?.candidate
}

/** The question after an error; empty when no word is near. */
export function didYouMean(given: string, words: readonly string[]): string {
  const word = nearest(given, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}

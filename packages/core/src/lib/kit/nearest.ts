// tools/generate copies this module into packages that need it as well and do not depend on the core.

/** How many letters have to be put in, left out or replaced to turn one word into another. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line++) {
    const row = [line]
    for (let column = 1; column <= to.length; column++) {
      const same = from[line - 1] === to[column - 1]
      const replaced = (above[column - 1] ?? 0) + (same ? 0 : 1)
      row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
    above = row
  }
  return above.at(-1) ?? 0
}

/** The known name closest to a misspelt one, if one is close enough to be what was meant. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase()
  const [best] = names
    .map((name) => ({ name, edits: distance(word, name.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits)
  return best && best.edits <= 1 + word.length / 4 ? best.name : undefined
}

/** Whether slow tests run, and with them every case of the files that the normal run has in part (`IN_PART` in vitest.config.ts). */
export const IN_FULL = process.env['LATCHSTRING_IN_FULL'] === 'yes'

/**
 * Cases that are alike: all of them where slow tests run, and in the normal run those that stand for the rest.
 *
 * ```ts
 * describe.each(inPart(WORLDS, ({ strategy }) => strategy === 'jwt'))('…', (world) => {})
 * ```
 *
 * @throws {Error} where no case stands for the rest, so that a file proves something in every run
 */
export function inPart<T>(
  cases: readonly T[],
  isChosen: (one: T, index: number) => boolean,
): readonly T[] {
  const chosen = cases.filter(isChosen)
  if (chosen.length === 0) throw new Error('No case is left for the normal run.')
  return IN_FULL ? cases : chosen
}

/** The first case of each kind, for `inPart`. */
export function firstOfKind<T>(kindOf: (one: T) => string): (one: T) => boolean {
  const seen = new Map<string, T>()
  return (one) => {
    const kind = kindOf(one)
    if (!seen.has(kind)) seen.set(kind, one)
    return seen.get(kind) === one
  }
}

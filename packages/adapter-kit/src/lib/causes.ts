/** The error that led to another: its `cause`, or the `err` of one, as errors of the library have it. */
function causeOf({ cause }: Error): unknown {
  return typeof cause === 'object' && cause !== null && !(cause instanceof Error)
    ? Reflect.get(cause, 'err')
    : cause
}

/**
 * Whether an error, or one of those it is wrapped in, is one of a kind.
 *
 * @param error - what was thrown
 * @param isOne - looks at a single error
 * @returns `false` for what is not an error
 */
export function isCausedBy(error: unknown, isOne: (error: Error) => boolean): boolean {
  const seen = new Set<unknown>()
  let current = error
  // Errors may cause each other.
  while (current instanceof Error && !seen.has(current)) {
    if (isOne(current)) return true
    seen.add(current)
    current = causeOf(current)
  }
  return false
}

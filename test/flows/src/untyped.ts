/** A value as a program without types would give it. */
export function untyped<T>(value: unknown): T {
  // What is given is of another type on purpose.
  return value as T
}

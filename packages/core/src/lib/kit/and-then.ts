import type { Awaitable } from '../types/utility.ts'

/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>

/** Not `instanceof`: another realm has promises of its own, and so has a program whose libraries replace the global. */
export function isPending<T>(value: Awaitable<T>): value is PromiseLike<T> {
  if (typeof value !== 'object' || value === null) return false
  // Any object may have such a member, and to ask with `in` first is several times slower.
  const { then } = value as { readonly then?: unknown }
  return typeof then === 'function'
}

/** What a function of the application returned: anything with a method `then` is a promise to it. */
export function fromApplication<T>(value: Awaitable<T>): MaybePromise<T> {
  return isPending(value) ? Promise.resolve(value) : value
}

/**
 * Goes on with a value: at once where it is there, later where it is promised. What can be done without waiting is so done
 * without waiting, by the same code.
 */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isPending(value) ? Promise.resolve(value).then(next) : next(value)
}

/**
 * Does something that may fail at once or later.
 *
 * @param refuse - throws in place of what was thrown
 */
export function orElse<T>(
  work: () => MaybePromise<T>,
  refuse: (cause: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = work()
    return isPending(value) ? Promise.resolve(value).catch(refuse) : value
  } catch (cause) {
    return refuse(cause)
  }
}

import type { Awaitable } from './types/utility.ts'

/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>

/** What a function of the application returned: anything with a method `then` is a promise to it. */
export function fromApplication<T>(value: Awaitable<T>): MaybePromise<T> {
  const thenable = typeof value === 'object' && value !== null && 'then' in value
  return thenable ? Promise.resolve(value) : value
}

/**
 * Goes on with a value: at once where it is there, later where it is promised. What can be done without waiting is so done
 * without waiting, by the same code.
 */
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
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
    return value instanceof Promise ? value.catch(refuse) : value
  } catch (cause) {
    return refuse(cause)
  }
}

import type { Clock } from '../kit/clock.ts'

interface TimedValue<T> {
  readonly value: T
  readonly at: number
}

/** How long a value is used, in milliseconds. */
export interface Freshness {
  /** Used without asking again. */
  readonly fresh: number
  /** Used while a newer one is asked for in the background. */
  readonly stale: number
}

/**
 * A value that is loaded when first needed, shared by all calls until it is there, and renewed in the background. A failed
 * renewal keeps the last good value until it is too old.
 */
export class StaleWhileRevalidate<T> {
  readonly #clock: Clock
  readonly #freshness: Freshness
  #entry: TimedValue<T> | undefined
  #pending: Promise<T> | undefined

  constructor(clock: Clock, freshness: Freshness) {
    this.#clock = clock
    this.#freshness = freshness
  }

  /** @param load - asks for the value; gets the one it replaces */
  async get(load: (previous: T | undefined) => Promise<T>): Promise<T> {
    const entry = this.#entry
    const age = entry ? this.#clock() - entry.at : Number.POSITIVE_INFINITY
    if (entry && age < this.#freshness.fresh) return entry.value
    const pending = this.#load(load)
    if (!entry || age >= this.#freshness.stale) return pending
    // The value in hand still serves; a failed renewal is tried again by the next caller.
    pending.catch(() => undefined)
    return entry.value
  }

  #load(load: (previous: T | undefined) => Promise<T>): Promise<T> {
    this.#pending ??= load(this.#entry?.value)
      .then((value) => {
        this.#entry = { value, at: this.#clock() }
        return value
      })
      .finally(() => {
        this.#pending = undefined
      })
    return this.#pending
  }
}

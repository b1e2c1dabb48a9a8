import type { Clock } from '../kit/clock.ts'
import { findHost } from '../kit/host.ts'
import { pause } from '../kit/promise.ts'

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

/** Milliseconds between two renewals where a request may end its own before it has its answer. */
const BETWEEN_RENEWALS = 30_000

/** Milliseconds that a request waits for a renewal which would otherwise end with it. */
const PATIENCE = 1000

/**
 * A value that is loaded when first needed, shared by all calls until it is there, and renewed in the background. A failed
 * renewal keeps the last good value until it is too old. Where work ends with its request, no call waits for the load of another.
 */
export class StaleWhileRevalidate<T> {
  readonly #clock: Clock
  readonly #freshness: Freshness
  #entry: TimedValue<T> | undefined
  #pending: Promise<T> | undefined
  #begunAt = Number.NEGATIVE_INFINITY
  #failing = false

  constructor(clock: Clock, freshness: Freshness) {
    this.#clock = clock
    this.#freshness = freshness
  }

  /**
   * @param load - asks for the value; gets the one it replaces
   * @param failed - called with the first failure of a renewal, and not again until one has succeeded
   */
  async get(
    load: (previous: T | undefined) => Promise<T>,
    failed?: (cause: unknown) => void,
  ): Promise<T> {
    const entry = this.#entry
    const age = entry ? this.#clock() - entry.at : Number.POSITIVE_INFINITY
    if (entry && age < this.#freshness.fresh) return entry.value
    const { endsWithRequest, keepAlive } = findHost()
    if (!entry || age >= this.#freshness.stale) return this.#load(load, !endsWithRequest)
    if (endsWithRequest && this.#clock() < this.#begunAt + BETWEEN_RENEWALS) return entry.value
    // The value in hand still serves; a failed renewal is tried again by the next caller.
    const renewal = this.#load(load, !endsWithRequest).catch((cause: unknown) => {
      if (!this.#failing) failed?.(cause)
      this.#failing = true
      return entry.value
    })
    if (endsWithRequest && !keepAlive) {
      return Promise.race([renewal, pause(PATIENCE).then(() => entry.value)])
    }
    keepAlive?.(renewal)
    return entry.value
  }

  #load(load: (previous: T | undefined) => Promise<T>, isShared: boolean): Promise<T> {
    if (isShared && this.#pending) return this.#pending
    this.#begunAt = this.#clock()
    const pending = load(this.#entry?.value)
      .then((value) => {
        this.#entry = { value, at: this.#clock() }
        this.#failing = false
        return value
      })
      .finally(() => {
        this.#pending = undefined
      })
    this.#pending = pending
    return pending
  }
}

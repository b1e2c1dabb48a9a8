/** A budget from which one point is spent: `points` in each `window`, which return one by one. All times are whole milliseconds. */
export interface AdapterSpend {
  /** A keyed hash that says nothing of whose budget it is. 1 to 64 characters. */
  readonly key: string
  /** Milliseconds in which one point returns. A negative value gives one point back. */
  readonly interval: number
  /** Milliseconds that may be spent in advance: `interval` times the points of a full budget. */
  readonly burst: number
  /** The present, in milliseconds since the epoch. */
  readonly now: number
}

/** Whether a point was there. */
export interface AdapterSpent {
  /** Whether there was a point. */
  readonly allowed: boolean
  /** Milliseconds until a point is there; 0 where `allowed`. */
  readonly retryAfter: number
}

/** A clock that stands until it is moved. */
export interface TestClock {
  /** What the application reads. */
  readonly now: () => number
  /** Moves the clock; negative seconds move it back. */
  advance(seconds: number): void
}

/** Starts a clock at a fixed moment. */
export function startClock(at: number = Date.UTC(2031, 4, 6, 7, 8, 9)): TestClock {
  let milliseconds = at
  return {
    now: () => milliseconds,
    advance(seconds) {
      milliseconds += seconds * 1000
    },
  }
}

/** Seconds of a day. */
export const DAY = 86_400

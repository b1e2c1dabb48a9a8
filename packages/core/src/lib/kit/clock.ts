/** Milliseconds since the epoch. */
export type Clock = () => number

/** The clock of the machine; the only place that reads it. */
export const systemClock: Clock = () => Date.now()

// Found once: it is a getter of the global object in Node.js, which takes a quarter of the time of a look at the clock.
const { performance } = globalThis

/** Milliseconds since some moment, by a clock that cannot be set. */
export const steadyClock: Clock = () => performance.now()

/** A moment by both clocks: the one of the machine may be set, and the steady one may stand still while the machine sleeps. */
export interface Moment {
  readonly steady: number
  readonly wall: number
}

/** Two clocks. In tests both may be one. */
export interface Clocks {
  readonly clock: Clock
  readonly steady: Clock
}

export function readMoment({ clock, steady }: Clocks): Moment {
  return { steady: steady(), wall: clock() }
}

/** Milliseconds between two readings, by the clock that shows more: an age that is too high only causes another read. */
export function mostBetween(earlier: Moment, later: Moment): number {
  return Math.max(later.steady - earlier.steady, later.wall - earlier.wall)
}

/** Milliseconds from one moment to another, by the clock that says less. */
export function leastBetween(earlier: Moment, later: Moment): number {
  return Math.min(later.steady - earlier.steady, later.wall - earlier.wall)
}

/** Whole seconds since the epoch, as tokens count (RFC 7519, section 2, NumericDate). */
export function numericDate(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

/** A clock of the application is all that a test has to move. */
export const clocksFrom = (clock: Clock): Clocks => ({
  clock,
  steady: clock === systemClock ? steadyClock : clock,
})

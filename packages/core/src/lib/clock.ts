/** Milliseconds since the epoch. */
export type Clock = () => number

/** The clock of the machine; the only place that reads it. */
export const systemClock: Clock = () => Date.now()

/** Whole seconds since the epoch, as tokens count (RFC 7519, section 2, NumericDate). */
export function numericDate(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

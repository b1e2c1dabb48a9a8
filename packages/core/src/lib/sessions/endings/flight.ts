import { mostBetween, readMoment, type Clocks, type Moment } from '../../kit/clock.ts'

/** A request waits no longer for a pull: the store hangs, or the pull was cancelled with the request that began it. */
const PULL_TIMEOUT_MS = 2000

/** A pull on its way. */
export interface Flight {
  readonly began: Moment
  /** When the store last answered it. */
  moved: Moment
  /** Settled when the feed has been read to its end. */
  readonly done: Promise<void>
  /** Settled with `done`, or before when so much is left to read that keys are looked up in the store until then. */
  readonly usable: Promise<void>
}

/** Whether a pull has waited too long for the store. */
export const isLate = ({ moved }: Flight, clocks: Clocks): boolean =>
  mostBetween(moved, readMoment(clocks)) >= PULL_TIMEOUT_MS

/** Whether a promise is settled before {@link PULL_TIMEOUT_MS} is over; a rejection is thrown. */
export async function inTime(work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PULL_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

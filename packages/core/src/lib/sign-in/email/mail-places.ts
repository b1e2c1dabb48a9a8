import { randomBelow } from '../../crypto/random.ts'
import { apart, putRow, takeRow, type Rows } from './mail-rows.ts'
import { MAX_ATTEMPTS, MAX_LIVE_MAILS, placeText } from './mail-secrets.ts'

/**
 * A place of an address, and the mark of the mail that has it. Marks are times, in milliseconds since the epoch, because
 * that is what a store gives back. The mark of a newer mail is later, and none is before the mail expires.
 */
export interface Place {
  readonly place: number
  readonly mark: number
}

/** A place that a new mail has. */
export interface Claim extends Place {
  /** The mail that had to make room. */
  readonly replaced: Place | undefined
}

const PLACES = Array.from({ length: MAX_LIVE_MAILS }, (_, place) => place)

/** Between two marks there is room for the count of attempts (see `mail-store.ts`). */
const STEP = (MAX_ATTEMPTS + 1) * 1000

/** The first mark of an address is one of so many, so that a mail which was replaced does not find its own again. */
const FIRST_MARKS = 100

/** Another request may take a place in the moment between looking and taking. */
const MAX_TRIES = 8

/** Milliseconds before the second try, at most; before each further one up to twice as many, so that requests come apart. */
const FIRST_PAUSE = 8

/** Whether two marks are one. Some stores round times to seconds; marks of two mails are further apart. */
export function sameMark(one: number, other: number): boolean {
  return Math.abs(one - other) < 1000
}

/** Takes what is in a place. */
export async function takePlace(
  rows: Rows,
  identifier: string,
  place: number,
): Promise<number | undefined> {
  const names = await rows.macs.all('mail-place', placeText(identifier, place))
  return takeRow(rows, ...names.map(apart))
}

/** Puts a mark into a place that is empty. */
export async function fillPlace(
  rows: Rows,
  identifier: string,
  { place, mark }: Place,
): Promise<void> {
  const name = await rows.macs.sign('mail-place', placeText(identifier, place))
  await putRow(rows, apart(name), mark)
}

/** Puts marks back. A place that somebody else has meanwhile filled is lost, as it would be a moment later. */
async function restore(rows: Rows, identifier: string, places: readonly Place[]): Promise<void> {
  await Promise.allSettled(places.map((one) => fillPlace(rows, identifier, one)))
}

/** Takes what is in all places, and puts it back when the store fails on the way. */
async function takeAll(rows: Rows, identifier: string): Promise<readonly Place[]> {
  const taken = await Promise.allSettled(
    PLACES.map(async (place) => ({ place, mark: await takePlace(rows, identifier, place) })),
  )
  const values = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const filled = values.flatMap(({ place, mark }) => (mark === undefined ? [] : [{ place, mark }]))
  const failed = taken.find((one) => one.status === 'rejected')
  if (!failed) return filled
  await restore(rows, identifier, filled)
  throw failed.reason
}

/** A mark later than all others, and not before the mail expires. */
function nextMark(live: readonly Place[], expires: number): number {
  const whole = Math.ceil(expires / 1000) * 1000 + randomBelow(1000)
  if (live.length === 0) return whole + STEP * randomBelow(FIRST_MARKS)
  return Math.max(whole, ...live.map(({ mark }) => mark + STEP))
}

/** An empty place, or the one of the oldest mail. */
function choose(live: readonly Place[], expires: number): Claim {
  const mark = nextMark(live, expires)
  const empty = PLACES.filter((place) => live.every((one) => one.place !== place))
  if (empty.length > 0) {
    return { place: empty[randomBelow(empty.length)] ?? 0, mark, replaced: undefined }
  }
  const [replaced] = live.toSorted((one, other) => one.mark - other.mark)
  return { place: replaced?.place ?? 0, mark, replaced }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/**
 * Gives a new mail one of the places of its address. Where all are taken, the oldest mail loses its own.
 *
 * @param expires - when the mail expires, in milliseconds since the epoch
 */
export async function claimPlace(rows: Rows, identifier: string, expires: number): Promise<Claim> {
  let own = 0
  for (let tries = 1; ; tries += 1) {
    const filled = await takeAll(rows, identifier)
    const now = rows.clock()
    // To the millisecond: a mark that is only near is that of a mail which was asked for at the same moment.
    const live = filled.filter(({ mark }) => mark > now && mark !== own)
    const claim = choose(live, expires)
    own = claim.mark
    await restore(
      rows,
      identifier,
      live.filter((one) => one !== claim.replaced),
    )
    try {
      await fillPlace(rows, identifier, claim)
      return claim
    } catch (cause) {
      if (claim.replaced) await restore(rows, identifier, [claim.replaced])
      if (tries === MAX_TRIES) throw cause
    }
    await pause(randomBelow(FIRST_PAUSE * 2 ** (tries - 1)))
  }
}

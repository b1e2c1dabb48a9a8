import type { ChangeAnswer, ChangeContext, Row } from '@latchstring/core/features'
import type { Writing } from './apps.ts'
import { userOf } from './person.ts'
import { tries } from './tables.ts'

type Stored = Row<typeof tries>

/** Seconds for which a wrong code counts. */
const DAY = 86_400

/** Wrong codes of a user within a day, over all factors and sign-ins. */
const MOST = 20

/** Those after which an app is asked no more: the rest is for backup codes, which are too long to guess. */
const MOST_OF_APPS = 15

/** What a code is tried with. */
export type TriedWith = 'app' | 'backup'

/** Attempts while other requests count tries of the same user: as many as can be counted, and as many that are taken back. */
const ATTEMPTS = 2 * MOST

/** A try that was counted before it is made; or in how many seconds there is one. */
type Counted = { readonly at: number } | { readonly usedUp: number } | { readonly busy: number }

const isTime = (value: unknown): value is number => Number.isSafeInteger(value)

/**
 * The tries of a day, oldest first, in seconds.
 *
 * @throws SyntaxError for what is no list, which stops the sign-in
 */
function readTimes(row: Stored | null, now: number): readonly number[] {
  const given: unknown = row === null ? [] : JSON.parse(row.times)
  const times = Array.isArray(given) ? given.filter(isTime) : []
  // Of a clock that was ahead: they count for a day from now, and not until it is there.
  const until = times.map((at) => Math.min(at, now))
  return until.filter((at) => at > now - DAY).toSorted((left, right) => left - right)
}

/** Writes the tries, where the row is the one that was read. */
async function writeTimes(
  { records }: Writing,
  userId: string,
  row: Stored | null,
  times: readonly number[],
): Promise<boolean> {
  const last = times.at(-1)
  if (last === undefined) return row === null || records.drop(tries, row)
  const values = { times: JSON.stringify(times), expires: (last + DAY) * 1000 }
  if (row) return (await records.change(tries, row, values)) !== null
  const inserted = await records.insert(tries, { userId, ...values })
  if (inserted !== 'no-owner') return inserted !== 'taken'
  throw new TypeError('The user is not there any more.')
}

/** Counts a try before it is made: one that is stopped half-way, or runs beside others, was made as well. */
async function count(context: Writing, userId: string, by: TriedWith): Promise<Counted> {
  const most = by === 'app' ? MOST_OF_APPS : MOST
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const now = Math.floor(context.now() / 1000)
    const row = await context.records.get(tries, { userId })
    const times = readTimes(row, now)
    const freeing = times[times.length - most]
    if (freeing !== undefined) {
      // Where a clock was ahead, its times would never come.
      if (row && row.expires > (now + DAY) * 1000) await writeTimes(context, userId, row, times)
      return { usedUp: Math.max(1, freeing + DAY - now) }
    }
    if (await writeTimes(context, userId, row, [...times, now])) return { at: now }
  }
  return { busy: 1 }
}

/** Takes a right one back. Where that is not possible it counts, as a wrong one. */
async function takeBack(context: ChangeContext, userId: string, at: number): Promise<void> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const row = await context.records.get(tries, { userId })
      const times = readTimes(row, Math.floor(context.now() / 1000))
      const place = times.lastIndexOf(at)
      if (row === null || place < 0) return
      if (await writeTimes(context, userId, row, times.toSpliced(place, 1))) return
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason was given'
    context.log('warn', `a right code counts as a try of the day: ${reason}`)
  }
}

/**
 * Tries a code, where there are tries left.
 *
 * @param by - what it is a code of
 * @param attempt - whether it was right
 * @returns whether it was right, or the answer where it was not tried
 */
export async function tryCode(
  context: ChangeContext,
  by: TriedWith,
  attempt: () => Promise<boolean>,
): Promise<boolean | ChangeAnswer> {
  const { id } = userOf(context)
  const counted = await count(context, id, by)
  if (!('at' in counted)) return counted
  const isRight = await attempt()
  if (isRight) await takeBack(context, id, counted.at)
  return isRight
}

/** Forgets the tries, which were of codes that are no more. */
export async function dropTries({ records }: Writing, userId: string): Promise<void> {
  const row = await records.get(tries, { userId })
  if (row) await records.drop(tries, row)
}

import { pause } from '../../kit/promise.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { SingleUseRows } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { randomBelow } from '../../crypto/random.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import { MAX_ATTEMPTS } from '../transaction/transaction.ts'

/** Access to the rows of mails. */
export type Rows = Pick<ResolvedConfig, 'clock' | 'macs'> & {
  readonly store: SingleUseRows & Pick<Adapter, 'getVerificationToken' | 'capabilities'>
  /** A mail that expires at this time or earlier was requested before all sessions were ended. */
  readonly endedUntil?: number
}

/** Access to the rows of the mails of a provider. */
export function mailRows(
  { config: { clock, macs } }: SessionContext,
  { store }: Pick<Rows, 'store'>,
): Rows {
  return { clock, macs, store }
}

/** The key of a row. */
export type RowName = Pick<VerificationToken, 'identifier' | 'token'>

/** The key of a row with an `identifier` of its own: some adapters delete all rows of an `identifier`, found or not. */
export function soleRow(name: string): RowName {
  return { identifier: name, token: name }
}

/** Writes a row. Its time, in milliseconds since the epoch, is the only value that a store returns for a known key. */
export async function putRow({ store }: Rows, name: RowName, time: number): Promise<void> {
  await store.createVerificationToken({ ...name, expires: new Date(time) })
}

/** The time of a row, unless the store returned a row with another key. */
function matchTime(row: VerificationToken | null | undefined, name: RowName): number | undefined {
  return row && row.identifier === name.identifier && constantTimeEqual(row.token, name.token)
    ? row.expires.getTime()
    : undefined
}

/** Whether the store can read a row without deleting it. */
export const canRead = ({ store }: Rows): boolean => store.capabilities?.tokenReads === true

/** Reads the time of a row without deleting it. */
export async function readRow({ store }: Rows, name: RowName): Promise<number | undefined> {
  return matchTime(await store.getVerificationToken?.({ ...name }), name)
}

/** Deletes the first existing row of several names, and returns its time. Of two concurrent calls, one gets it. */
export async function takeRow(
  { store }: Rows,
  ...names: readonly RowName[]
): Promise<number | undefined> {
  for (const name of names) {
    const time = matchTime(await store.useVerificationToken({ ...name }), name)
    if (time !== undefined) return time
  }
  return undefined
}

/** How many mails to one address work at the same time. */
export const MAX_LIVE_MAILS = 3

/**
 * A slot of an address, and the version of the mail that has it. Versions are times, in milliseconds since the epoch, because a time
 * is all that a row holds. A newer mail has a later version, and no version is earlier than the expiry of its mail.
 */
export interface Slot {
  readonly slot: number
  readonly version: number
}

/** The slot of a new mail. */
export interface AllocatedSlot extends Slot {
  /** The mail that lost the slot. */
  readonly replaced: Slot | undefined
}

const SLOTS = Array.from({ length: MAX_LIVE_MAILS }, (_, slot) => slot)

/** Between two versions there is room for the count of attempts (see `mail-store.ts`). */
const STEP = (MAX_ATTEMPTS + 1) * 1000

/** The number of first versions to draw from, so that a replaced mail rarely finds its own version again. */
const FIRST_VERSIONS = 100

/** A concurrent request may fill a slot between the look and the write. */
const MAX_TRIES = 8

/** Longest pause before the second try, in milliseconds. It doubles with each try, so that concurrent requests spread. */
const FIRST_PAUSE = 8

/** Whether two versions are the same. Some stores round times to seconds; versions of two mails are further apart. */
export function sameVersion(one: number, other: number): boolean {
  return Math.abs(one - other) < 1000
}

const slotText = (identifier: string, slot: number): string => JSON.stringify([identifier, slot])

/** Empties a slot, and returns the version in it. */
export async function takeSlot(
  rows: Rows,
  identifier: string,
  slot: number,
): Promise<number | undefined> {
  const names = await rows.macs.all('mail-place', slotText(identifier, slot))
  return takeRow(rows, ...names.map(soleRow))
}

/** Writes a version into an empty slot. */
export async function fillSlot(
  rows: Rows,
  identifier: string,
  { slot, version }: Slot,
): Promise<void> {
  const name = await rows.macs.sign('mail-place', slotText(identifier, slot))
  await putRow(rows, soleRow(name), version)
}

/** Fills slots again. One that a concurrent request has filled meanwhile stays with that request. */
async function restore(rows: Rows, identifier: string, slots: readonly Slot[]): Promise<void> {
  await Promise.allSettled(slots.map((one) => fillSlot(rows, identifier, one)))
}

/** Empties all slots, and fills them again when the store fails on the way. */
async function takeAll(rows: Rows, identifier: string): Promise<readonly Slot[]> {
  const taken = await Promise.allSettled(
    SLOTS.map(async (slot) => ({ slot, version: await takeSlot(rows, identifier, slot) })),
  )
  const values = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const filled = values.flatMap(({ slot, version }) =>
    version === undefined ? [] : [{ slot, version }],
  )
  const failed = taken.find((one) => one.status === 'rejected')
  if (!failed) return filled
  await restore(rows, identifier, filled)
  throw failed.reason
}

/** A version later than all others, and not earlier than the expiry of the mail. */
function nextVersion(live: readonly Slot[], expires: number): number {
  const whole = Math.ceil(expires / 1000) * 1000 + randomBelow(1000)
  if (live.length === 0) return whole + STEP * randomBelow(FIRST_VERSIONS)
  return Math.max(whole, ...live.map(({ version }) => version + STEP))
}

/** An empty slot, or the one of the oldest mail. */
function choose(live: readonly Slot[], expires: number): AllocatedSlot {
  const version = nextVersion(live, expires)
  const empty = SLOTS.filter((slot) => live.every((one) => one.slot !== slot))
  if (empty.length > 0) {
    return { slot: empty[randomBelow(empty.length)] ?? 0, version, replaced: undefined }
  }
  const [replaced] = live.toSorted((one, other) => one.version - other.version)
  return { slot: replaced?.slot ?? 0, version, replaced }
}

/**
 * Gives a new mail a slot of its address: an empty one, or that of the oldest mail.
 *
 * @param expires - when the mail expires, in milliseconds since the epoch
 */
export async function allocateSlot(
  rows: Rows,
  identifier: string,
  expires: number,
): Promise<AllocatedSlot> {
  let own = 0
  for (let tries = 1; ; tries += 1) {
    const filled = await takeAll(rows, identifier)
    const now = rows.clock()
    // Compared to the millisecond: a version that is only near is that of a mail which was requested at the same time.
    const live = filled.filter(({ version }) => version > now && version !== own)
    const allocated = choose(live, expires)
    own = allocated.version
    await restore(
      rows,
      identifier,
      live.filter((one) => one !== allocated.replaced),
    )
    try {
      await fillSlot(rows, identifier, allocated)
      return allocated
    } catch (cause) {
      if (allocated.replaced) await restore(rows, identifier, [allocated.replaced])
      if (tries === MAX_TRIES) throw cause
    }
    await pause(randomBelow(FIRST_PAUSE * 2 ** (tries - 1)))
  }
}

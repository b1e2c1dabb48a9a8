import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { SingleUseRows } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'

/** What the rows of a mail are reached through. */
export type Rows = Pick<ResolvedConfig, 'clock' | 'macs'> & {
  readonly store: SingleUseRows & Pick<Adapter, 'getVerificationToken' | 'capabilities'>
  /** Mails that end at this time or before it were asked for before all sessions were ended. */
  readonly over?: number
}

/** The rows of the mails of a provider. */
export function mailRows(
  { config: { clock, macs } }: SessionContext,
  { store }: Pick<Rows, 'store'>,
): Rows {
  return { clock, macs, store }
}

/** Why a mail that ends at a time signs nobody in any more, if it does not. */
export function whyOver(
  { clock, over = Number.NEGATIVE_INFINITY }: Rows,
  ends: number,
): 'expired' | 'ended' | undefined {
  if (ends <= clock()) return 'expired'
  return ends <= over ? 'ended' : undefined
}

/** What a row is found by. */
export type RowName = Pick<VerificationToken, 'identifier' | 'token'>

/** The name of a row that shares its `identifier` with no other: some adapters delete all rows of one, found or not. */
export function apart(name: string): RowName {
  return { identifier: name, token: name }
}

/** Writes a row. */
export async function putRow({ store }: Rows, name: RowName, time: number): Promise<void> {
  await store.createVerificationToken({ ...name, expires: new Date(time) })
}

/** The time of a row, unless it is another than the one of that name. */
function matchTime(row: VerificationToken | null | undefined, name: RowName): number | undefined {
  return row && row.identifier === name.identifier && constantTimeEqual(row.token, name.token)
    ? row.expires.getTime()
    : undefined
}

/** Whether the store reads a row without deleting it. */
export const canRead = ({ store }: Rows): boolean => store.capabilities?.tokenReads === true

/**
 * Reads a row, and leaves it.
 *
 * @returns its time in milliseconds since the epoch
 */
export async function readRow({ store }: Rows, name: RowName): Promise<number | undefined> {
  return matchTime(await store.getVerificationToken?.({ ...name }), name)
}

/**
 * Deletes the first row that there is of some names; of two who try, one gets it.
 *
 * @returns its time in milliseconds since the epoch, the one thing a store tells about a row whose name is known
 */
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

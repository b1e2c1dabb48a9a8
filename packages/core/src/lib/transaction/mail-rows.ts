import { requireMethods } from '../config/adapter.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import { constantTimeEqual } from '../crypto/compare.ts'
import type { VerificationToken } from '../types/adapter.ts'

/** What the rows of a mail are reached through. */
export type Rows = Pick<ResolvedConfig, 'adapter' | 'clock' | 'macs'>

/** What a row is found by. */
export type RowName = Pick<VerificationToken, 'identifier' | 'token'>

/** The name of a row that shares its `identifier` with no other: some adapters delete all rows of one, found or not. */
export function apart(name: string): RowName {
  return { identifier: name, token: name }
}

/** Writes a row. */
export async function putRow({ adapter }: Rows, name: RowName, time: number): Promise<void> {
  const { createVerificationToken } = requireMethods(adapter, ['createVerificationToken'])
  await createVerificationToken({ ...name, expires: new Date(time) })
}

/**
 * Deletes the first row that there is of some names; of two who try, one gets it.
 *
 * @returns its time in milliseconds since the epoch, the one thing a store tells about a row whose name is known
 */
export async function takeRow(
  { adapter }: Rows,
  ...names: readonly RowName[]
): Promise<number | undefined> {
  const { useVerificationToken } = requireMethods(adapter, ['useVerificationToken'])
  for (const name of names) {
    const row = await useVerificationToken({ ...name })
    if (row && row.identifier === name.identifier && constantTimeEqual(row.token, name.token)) {
      return row.expires.getTime()
    }
  }
  return undefined
}

import { needs } from '../config/adapter.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import { constantTimeEqual } from '../crypto/compare.ts'
import type { VerificationToken } from '../types/adapter.ts'

/** What the rows of a mail are reached through. */
export type Rows = Pick<ResolvedConfig, 'adapter' | 'clock' | 'macs'>

/** Writes a row. */
export async function putRow({ adapter }: Rows, row: VerificationToken): Promise<void> {
  const { createVerificationToken } = needs(adapter, ['createVerificationToken'])
  await createVerificationToken(row)
}

/**
 * Deletes the first row that there is of some names; of two who try, one gets it.
 *
 * @returns its time in milliseconds since the epoch, the one thing a store tells about a row whose name is known
 */
export async function takeRow(
  { adapter }: Rows,
  identifier: string,
  names: readonly string[],
): Promise<number | undefined> {
  const { useVerificationToken } = needs(adapter, ['useVerificationToken'])
  for (const token of names) {
    const row = await useVerificationToken({ identifier, token })
    if (row && row.identifier === identifier && constantTimeEqual(row.token, token)) {
      return row.expires.getTime()
    }
  }
  return undefined
}

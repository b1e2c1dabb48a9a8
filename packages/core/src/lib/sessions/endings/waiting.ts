import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { keyOfUser } from '../../crypto/key-of.ts'
import { createRecords } from '../../records/records.ts'
import { waitingSignIns } from '../../records/waiting-sign-ins.ts'
import type { Records, Row } from '../../types/record-verbs.ts'

/** The user of whom they end, and the one that stays. */
interface OfUser {
  readonly id: string
  readonly waiting?: string | undefined
}

type WaitingRow = Row<typeof waitingSignIns>

/** Every one of a user. */
async function listWaiting(records: Records, user: string): Promise<readonly WaitingRow[]> {
  const found: WaitingRow[] = []
  let after: string | undefined
  do {
    const { rows, next } = await records.find(waitingSignIns, 'user', user, { after })
    found.push(...rows)
    after = next
  } while (after !== undefined)
  return found
}

/** Drops a row, also where forms are counted in it at the same time: there are ten at most. */
async function dropWaiting(records: Records, found: WaitingRow): Promise<void> {
  let row: WaitingRow | null = found
  while (row !== null && !(await records.drop(waitingSignIns, row))) {
    row = await records.get(waitingSignIns, { id: row.id })
  }
}

/**
 * Ends every sign-in of a user that waits for a step, but for one that ends them itself.
 *
 * @throws AdapterError when the store fails
 */
export async function endWaiting(
  { adapter, clock }: Pick<ResolvedConfig, 'adapter' | 'clock'>,
  { id, waiting }: OfUser,
): Promise<void> {
  // A store without a place for them has none.
  if (adapter?.records?.keeps(waitingSignIns) !== true) return
  const user = await keyOfUser(id)
  if (waiting === undefined) {
    await adapter.records.clear(waitingSignIns, 'user', user)
    return
  }
  const records = createRecords(adapter.records, clock)
  for (const row of await listWaiting(records, user)) {
    if (row.id !== waiting) await dropWaiting(records, row)
  }
}

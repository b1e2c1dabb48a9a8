import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { keyOfUser } from '../../crypto/key-of.ts'
import { waitingSignIns } from '../../records/waiting-sign-ins.ts'

/** Ends every sign-in of a user that waits for a step. @throws AdapterError when the store fails */
export async function endWaiting(
  { adapter }: Pick<ResolvedConfig, 'adapter'>,
  userId: string,
): Promise<void> {
  // A store without a place for them has none.
  if (adapter?.records?.keeps(waitingSignIns) !== true) return
  await adapter.records.clear(waitingSignIns, 'user', await keyOfUser(userId))
}

import { expiringRecords, type RecordVerbs } from '@latchstring/adapter-kit'
import { recordTables } from '@latchstring/core/adapters'
import type { Guard } from './guard.ts'
import type { Sessions } from './sessions.ts'
import type { Store } from './store.ts'

/** How many records `deleteExpired` deleted. */
export interface DeletedRecords {
  /** Sessions. */
  readonly sessions: number
  /** Verification tokens. */
  readonly verificationTokens: number
  /** Rows of tables that are data, such as devices, with `singleWriter`. */
  readonly records?: number
}

/** Stores with expiring records. */
interface ExpiringParts {
  readonly store: Store
  readonly guard: Guard
  readonly sessions: Sessions
  /** `undefined` where other programs write as well. */
  readonly records: RecordVerbs | undefined
}

/** Deletes sessions, verification tokens and devices that have expired. */
export async function deleteExpired(
  { store, guard, sessions: { endExpired }, records }: ExpiringParts,
  now: Date,
): Promise<DeletedRecords> {
  const deleteToken = async (id: string): Promise<boolean> => {
    const token = await store.read('token', id)
    if (token === null || token.expires > now) return false
    await store.remove('token', id)
    return true
  }

  let sessions = 0
  let verificationTokens = 0
  // Sequential, because there may be many records.
  for (const id of await store.ids('session')) {
    if (await endExpired(id, now)) sessions += 1
  }
  for (const id of await store.ids('token')) {
    if (await guard.run(`token:${id}`, () => deleteToken(id))) verificationTokens += 1
  }
  const deleteRows = expiringRecords(records, recordTables)
  if (!deleteRows) return { sessions, verificationTokens }
  return { sessions, verificationTokens, records: await deleteRows(now, Infinity) }
}

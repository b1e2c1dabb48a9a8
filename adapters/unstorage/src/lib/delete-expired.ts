import type { OwnedRecords } from './owned.ts'
import type { Store } from './store.ts'

/** How many records `deleteExpired` deleted. */
export interface DeletedRecords {
  /** Sessions. */
  readonly sessions: number
  /** Verification tokens. */
  readonly verificationTokens: number
}

/** Deletes sessions and verification tokens that have expired. */
export async function deleteExpired(
  store: Store,
  owned: OwnedRecords,
  now: Date,
): Promise<DeletedRecords> {
  let sessions = 0
  let verificationTokens = 0
  // One after the other: there may be many, and this is in no hurry.
  for (const id of await store.ids('session')) {
    const session = await store.read('session', id)
    if (session === null || session.expires > now) continue
    await owned.remove('session', id)
    sessions += 1
  }
  for (const id of await store.ids('token')) {
    const token = await store.read('token', id)
    if (token === null || token.expires > now) continue
    await store.remove('token', id)
    verificationTokens += 1
  }
  return { sessions, verificationTokens }
}

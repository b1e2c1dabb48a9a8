import type { Sessions } from './sessions.ts'
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
  { endExpired }: Sessions,
  now: Date,
): Promise<DeletedRecords> {
  let sessions = 0
  let verificationTokens = 0
  // One after the other: there may be many, and this is in no hurry.
  for (const id of await store.ids('session')) {
    if (await endExpired(id, now)) sessions += 1
  }
  for (const id of await store.ids('token')) {
    const token = await store.read('token', id)
    if (token === null || token.expires > now) continue
    await store.remove('token', id)
    verificationTokens += 1
  }
  return { sessions, verificationTokens }
}

import type { AdapterUser } from '@latchstring/core/adapters'
import { digest } from './keys.ts'
import type { Queue } from './queue.ts'
import { damaged, fromStored, type StoredRecord, toStored } from './records.ts'
import type { Store } from './store.ts'

/** A user as it was between two changes. */
export interface UserVersion {
  readonly user: AdapterUser
  /** Is another one after every change. Empty for a user that was stored before there were revisions. */
  readonly revision: string
}

/** A version of a user as it is stored, and as a session has it. */
export interface StoredVersion extends StoredRecord {
  readonly revision: string
}

/** A version as it is stored. */
export const toStoredVersion = ({ user, revision }: UserVersion): StoredVersion => ({
  ...toStored('user', user),
  revision,
})

/**
 * A version from what was stored.
 *
 * @throws Error when it is not one
 */
export function fromStoredVersion(value: unknown): UserVersion | null {
  const user = fromStored('user', value)
  if (user === null) return null
  const { revision = '' }: { revision?: unknown } = typeof value === 'object' && value ? value : {}
  if (typeof revision !== 'string') throw damaged('user', '"revision" is not a string')
  return { user, revision }
}

/** The versions of the users of a store. */
export interface UserVersions {
  /** The user with an id, as it is now. */
  readonly read: (userId: string) => Promise<UserVersion | null>
  /** Stores a user as another version, and gives it as it is stored. */
  readonly write: (user: AdapterUser) => Promise<AdapterUser>
}

/**
 * Versions of users. In this process none is read while it is written: the driver for files does not write atomically, and a new
 * session would get an incomplete user.
 */
export function userVersions(store: Store, queue: Queue): UserVersions {
  const alone = <Result>(userId: string, work: (id: string) => Promise<Result>): Promise<Result> =>
    queue.run(`version:${userId}`, async () => work(await digest(userId)))

  return {
    read: (userId) =>
      alone(userId, async (id) => fromStoredVersion(await store.readItem('user', id))),
    write: (user) =>
      alone(user.id, (id) => store.write('user', id, user, { revision: crypto.randomUUID() })),
  }
}

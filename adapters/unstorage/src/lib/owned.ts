import { digest } from './keys.ts'
import { all } from './queue.ts'
import type { RecordTypes } from './records.ts'
import type { Store } from './store.ts'

/** Kinds of records that belong to a user; sessions do, too, and are written with more care. */
export type OwnedKind = 'account' | 'authenticator'

/** Records that belong to a user. Each is noted under the user by a key of its own, so that no two writes meet. */
export interface OwnedRecords {
  readonly write: <Kind extends OwnedKind>(
    kind: Kind,
    id: string,
    record: RecordTypes[Kind],
  ) => Promise<RecordTypes[Kind]>
  /** Changes the members given of a record that is there, and gives `null` when it is not. */
  readonly update: <Kind extends OwnedKind>(
    kind: Kind,
    id: string,
    changes: Partial<RecordTypes[Kind]>,
  ) => Promise<RecordTypes[Kind] | null>
  readonly remove: (kind: OwnedKind, id: string) => Promise<void>
  readonly list: <Kind extends OwnedKind>(
    kind: Kind,
    userId: string,
  ) => Promise<RecordTypes[Kind][]>
  /** Deletes all of a user. */
  readonly removeAll: (kind: OwnedKind, userId: string) => Promise<void>
}

const listName = async (kind: OwnedKind, userId: string): Promise<string> =>
  `of:${await digest(userId)}:${kind}`

/** Records that belong to users of a store. */
export function ownedRecords(store: Store): OwnedRecords {
  const forget = async (kind: OwnedKind, id: string, userId: string): Promise<void> =>
    store.forget(`${await listName(kind, userId)}:${id}`)

  const write: OwnedRecords['write'] = async (kind, id, record) => {
    // The note comes first: one without a record does no harm, and a record without one could not be revoked.
    await store.note(`${await listName(kind, record.userId)}:${id}`, { kind }, record)
    return store.write(kind, id, record)
  }

  /** Deletes what is noted under a user, unless it belongs to somebody else by now. */
  async function removeNoted(kind: OwnedKind, id: string, userId: string): Promise<void> {
    const record = await store.read(kind, id)
    if (record?.userId === userId) await store.remove(kind, id)
    await forget(kind, id, userId)
  }

  return {
    write,
    async update(kind, id, changes) {
      const before = await store.read(kind, id)
      if (before === null) return null
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const after = { ...before, ...Object.fromEntries(given) }
      const written = await write(kind, id, after)
      if (after.userId !== before.userId) await forget(kind, id, before.userId)
      return written
    },
    async remove(kind, id) {
      const record = await store.read(kind, id)
      await store.remove(kind, id)
      if (record !== null) await forget(kind, id, record.userId)
    },
    async list(kind, userId) {
      const ids = await store.namesUnder(await listName(kind, userId))
      const found = await Promise.all(ids.map((id) => store.read(kind, id)))
      return found.filter((record) => record !== null).filter((record) => record.userId === userId)
    },
    async removeAll(kind, userId) {
      const ids = await store.namesUnder(await listName(kind, userId))
      await all(ids.map((id) => removeNoted(kind, id, userId)))
    },
  }
}

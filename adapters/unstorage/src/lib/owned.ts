import type { Guard } from './guard.ts'
import { digest } from './keys.ts'
import { all } from './queue.ts'
import type { RecordTypes } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'

/** Kinds of records that belong to a user; sessions do, too, and are written with more care. */
export type OwnedKind = 'account' | 'authenticator'

/** Records that belong to a user. Each has an index entry under the user with its own key, so that writes do not conflict. */
export interface OwnedRecords {
  /** Stores a record. Where keys are unique, one that is there already is refused, unless its user was deleted. */
  readonly create: <Kind extends OwnedKind>(
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
  /** The same, if the record fulfils a condition; `null` also where it does not. */
  readonly updateIf: <Kind extends OwnedKind>(
    kind: Kind,
    id: string,
    changes: Partial<RecordTypes[Kind]>,
    condition: (record: RecordTypes[Kind]) => boolean,
  ) => Promise<RecordTypes[Kind] | null>
  /** Deletes a record; with an id of a user, only one of that user. */
  readonly remove: (kind: OwnedKind, id: string, userId?: string) => Promise<void>
  readonly list: <Kind extends OwnedKind>(
    kind: Kind,
    userId: string,
  ) => Promise<RecordTypes[Kind][]>
  /** Deletes all of a user. */
  readonly removeAll: (kind: OwnedKind, userId: string) => Promise<void>
}

const listName = async (kind: OwnedKind, userId: string): Promise<string> =>
  `of:${await digest(userId)}:${kind}`

/** Writes to the records of a store, each with its note. */
interface OwnedWrites extends Pick<OwnedRecords, 'update' | 'remove'> {
  readonly write: OwnedRecords['create']
  /** Deletes the record of an index entry of a user, unless it now belongs to another user. */
  readonly removeNoted: (kind: OwnedKind, id: string, userId: string) => Promise<void>
  /** Deletes the leftovers of a failed write. */
  readonly takeBack: (kind: OwnedKind, id: string, userId: string) => Promise<void>
}

function ownedWrites(store: Store): OwnedWrites {
  const forget = async (kind: OwnedKind, id: string, userId: string): Promise<void> =>
    store.forget(`${await listName(kind, userId)}:${id}`)

  const write: OwnedWrites['write'] = async (kind, id, record) => {
    // The index entry is written first: an entry without a record is harmless, but a record without one could not be revoked.
    await store.note(`${await listName(kind, record.userId)}:${id}`, { kind }, record)
    return store.write(kind, id, record)
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
    async remove(kind, id, userId) {
      const record = await store.read(kind, id)
      if (userId !== undefined && record?.userId !== userId) return
      await store.remove(kind, id)
      if (record !== null) await forget(kind, id, record.userId)
    },
    async removeNoted(kind, id, userId) {
      const record = await store.read(kind, id)
      if (record?.userId === userId) await store.remove(kind, id)
      await forget(kind, id, userId)
    },
    async takeBack(kind, id, userId) {
      await store.remove(kind, id)
      await forget(kind, id, userId)
    },
  }
}

/** Records that belong to users of a store. */
export function ownedRecords(store: Store, guard: Guard): OwnedRecords {
  const { write, update, remove, removeNoted, takeBack } = ownedWrites(store)
  const alone = <Result>(
    kind: OwnedKind,
    id: string,
    work: () => Promise<Result>,
  ): Promise<Result> => guard.run(`${kind}:${id}`, work)

  /** Whether a record has a user. A leftover of a deleted user has none. */
  async function isTaken(kind: OwnedKind, id: string): Promise<boolean> {
    const record = await store.read(kind, id)
    if (record === null) return false
    if ((await store.readItem('user', await digest(record.userId))) !== null) return true
    await removeNoted(kind, id, record.userId)
    return false
  }

  return {
    create: (kind, id, record) =>
      alone(kind, id, async () => {
        await guard.refuse(`an ${kind} with the same key`, () => isTaken(kind, id))
        return guard.attempt(
          () => write(kind, id, record),
          () => takeBack(kind, id, record.userId),
        )
      }),
    update: (kind, id, changes) => alone(kind, id, () => update(kind, id, changes)),
    updateIf: (kind, id, changes, condition) =>
      alone(kind, id, async () => {
        const record = await store.read(kind, id)
        return record !== null && condition(record) ? update(kind, id, changes) : null
      }),
    remove: (kind, id, userId) => alone(kind, id, () => remove(kind, id, userId)),
    async list(kind, userId) {
      const ids = await store.namesUnder(await listName(kind, userId))
      const found = await Promise.all(ids.map((id) => store.read(kind, id)))
      return found.filter((record) => record !== null).filter((record) => record.userId === userId)
    },
    async removeAll(kind, userId) {
      const ids = await store.namesUnder(await listName(kind, userId))
      await all(ids.map((id) => alone(kind, id, () => removeNoted(kind, id, userId))))
    },
  }
}

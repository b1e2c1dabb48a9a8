import type { Document } from 'mongodb'
import { equal, type MongodbCollections, type Store } from './collections.ts'
import type { RecordTypes } from '@latchstring/adapter-kit'
import { fromDocument, toFields, toObjectId } from './documents.ts'

/** Kinds of records that belong to a user. */
export type OwnedKind = 'account' | 'authenticator' | 'session'

const COLLECTIONS: Readonly<Record<OwnedKind, keyof MongodbCollections>> = {
  account: 'accounts',
  authenticator: 'authenticators',
  session: 'sessions',
}

/** Whether a user is there. */
export async function isUser({ collection, session }: Store, id: unknown): Promise<boolean> {
  const options = { projection: { _id: 1 }, ...session }
  return (await collection('users').findOne(equal({ _id: id }), options)) !== null
}

/** What all kinds of records that belong to a user have in common. */
export interface Owned<Kind extends OwnedKind> {
  readonly create: (record: RecordTypes[Kind]) => Promise<RecordTypes[Kind]>
  readonly findOne: (ids: Document) => Promise<RecordTypes[Kind] | null>
  readonly list: (userId: string) => Promise<RecordTypes[Kind][]>
  /** Gives `null` when the record is not there. */
  readonly update: (
    ids: Document,
    changes: Partial<RecordTypes[Kind]>,
  ) => Promise<RecordTypes[Kind] | null>
  readonly remove: (ids: Document) => Promise<void>
}

/** Access to the records of a kind. */
export function openOwned<Kind extends OwnedKind>(store: Store, kind: Kind): Owned<Kind> {
  const { session } = store
  const noUser = (): Error => new Error(`The user of the ${kind} does not exist.`)
  const records = () => store.collection(COLLECTIONS[kind])
  const read = (document: Document): RecordTypes[Kind] => fromDocument(kind, document)
  const toOwnedFields = (record: Partial<RecordTypes[Kind]>): Document => {
    const { userId } = record
    if (userId === undefined) return toFields(kind, record)
    const id = toObjectId(userId)
    if (id === null) throw noUser()
    return { ...toFields(kind, record), userId: id }
  }
  return {
    async create(record) {
      const document = toOwnedFields(record)
      await records().insertOne(document, session)
      // A simultaneous deletion of the user deletes the items that it finds; a later item is deleted here.
      if (!(await isUser(store, document['userId']))) {
        await records().deleteOne(equal({ _id: document['_id'] }), session)
        throw noUser()
      }
      return read(document)
    },
    async findOne(ids) {
      const found = await records().findOne(equal(ids), session)
      return found && read(found)
    },
    async list(userId) {
      const id = toObjectId(userId)
      if (id === null) return []
      const found = await records()
        .find(equal({ userId: id }), session)
        .toArray()
      return found.map(read)
    },
    async update(ids, changes) {
      // With the ids, there is always something to set.
      const $set = { ...toOwnedFields(changes), ...ids }
      const options = { returnDocument: 'after', ...session } as const
      const updated = await records().findOneAndUpdate(equal(ids), { $set }, options)
      return updated && read(updated)
    },
    async remove(ids) {
      await records().deleteOne(equal(ids), session)
    },
  }
}

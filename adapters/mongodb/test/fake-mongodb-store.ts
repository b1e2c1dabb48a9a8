import { Aggregator, Query, updateOne } from 'mingo'
import { BSON, type Document, ObjectId } from 'mongodb'

/**
 * FAKE: documents in memory behind the commands of MongoDB that the adapter sends. What filters, updates and pipelines
 * mean is the package mingo's word; that keys are unique is this file's. It is no MongoDB, and shows nothing about one.
 */
export interface FakeStore {
  /** Carries out a command and gives the answer, whose `ok` is 0 where it failed. */
  run(command: Document): Document
  readonly collections: ReadonlyMap<string, readonly Document[]>
}

interface Index {
  readonly name: string
  readonly key: Document
  readonly unique?: boolean
  readonly sparse?: boolean
}

interface FakeCollection {
  documents: Document[]
  readonly indexes: Index[]
}

const clone = (document: Document): Document => BSON.deserialize(BSON.serialize(document))

const failure = (code: number, codeName: string, errmsg: string): Document => ({
  ok: 0,
  code,
  codeName,
  errmsg,
})

/** What a document is in a unique index as; `null` when it is not in it. */
function entryOf({ key, sparse }: Index, document: Document): string | null {
  const fields = Object.keys(key)
  if (sparse === true && fields.every((field) => document[field] === undefined)) return null
  return JSON.stringify(fields.map((field) => document[field] ?? null))
}

/** The index that a document does not fit in, among the others. */
function conflict({ documents, indexes }: FakeCollection, document: Document): Index | undefined {
  const others = documents.filter(({ _id }) => String(_id) !== String(document['_id']))
  return indexes
    .filter(({ unique }) => unique === true)
    .find((index) => {
      const entry = entryOf(index, document)
      return entry !== null && others.some((other) => entryOf(index, other) === entry)
    })
}

const duplicate = (index: Index): Document =>
  failure(11_000, 'DuplicateKey', `E11000 duplicate key error collection index: ${index.name}`)

/** Changes a document, or gives the error that the change leads to. */
function change(collection: FakeCollection, document: Document, update: Document): Document | null {
  const changed = clone(document)
  updateOne([changed], {}, update)
  const index = conflict(collection, changed)
  if (index !== undefined) return duplicate(index)
  collection.documents = collection.documents.map((each) => (each === document ? changed : each))
  return null
}

type Handler = (collection: FakeCollection, command: Document) => Document

const select = ({ documents }: FakeCollection, filter: Document): Document[] => {
  const query = new Query(filter)
  return documents.filter((document) => query.test(document))
}

const cursor = (firstBatch: readonly Document[], ns: unknown): Document => ({
  ok: 1,
  cursor: { id: new BSON.Long(0), ns: `fake.${String(ns)}`, firstBatch: firstBatch.map(clone) },
})

function insert(collection: FakeCollection, command: Document): Document {
  const writeErrors: Document[] = []
  const documents: Document[] = command['documents']
  for (const [position, document] of documents.entries()) {
    const same = collection.documents.some(({ _id }) => String(_id) === String(document['_id']))
    const index = same ? { name: '_id_', key: { _id: 1 } } : conflict(collection, document)
    if (index !== undefined) writeErrors.push({ index: position, ...duplicate(index) })
    else collection.documents.push({ _id: new ObjectId(), ...clone(document) })
  }
  const n = documents.length - writeErrors.length
  return { ok: 1, n, ...(writeErrors.length > 0 && { writeErrors }) }
}

function update(collection: FakeCollection, command: Document): Document {
  const [{ q, u }] = command['updates']
  const [found] = select(collection, q)
  if (found === undefined) return { ok: 1, n: 0, nModified: 0 }
  const error = change(collection, found, u)
  if (error !== null) return { ok: 1, n: 0, nModified: 0, writeErrors: [{ index: 0, ...error }] }
  return { ok: 1, n: 1, nModified: 1 }
}

function remove(collection: FakeCollection, command: Document): Document {
  const [{ q, limit }] = command['deletes']
  const found = new Set(select(collection, q).slice(0, limit === 1 ? 1 : undefined))
  collection.documents = collection.documents.filter((document) => !found.has(document))
  return { ok: 1, n: found.size }
}

function findAndModify(collection: FakeCollection, command: Document): Document {
  const [found] = select(collection, command['query'])
  if (found === undefined) return { ok: 1, value: null }
  if (command['remove'] === true) {
    collection.documents = collection.documents.filter((document) => document !== found)
    return { ok: 1, value: clone(found) }
  }
  const error = change(collection, found, command['update'])
  if (error !== null) return error
  const changed = select(collection, { _id: found['_id'] })
  return { ok: 1, value: clone(command['new'] === true ? (changed[0] ?? found) : found) }
}

function createIndexes(collection: FakeCollection, command: Document): Document {
  const indexes: Index[] = command['indexes']
  for (const index of indexes) {
    if (collection.indexes.some(({ name }) => name === index.name)) continue
    const alone = { documents: collection.documents, indexes: [index] }
    const unfit = collection.documents.some((document) => conflict(alone, document) !== undefined)
    if (unfit) return duplicate(index)
    collection.indexes.push(index)
  }
  return { ok: 1 }
}

/** An empty store. */
export function createFakeStore(): FakeStore {
  let collections = new Map<string, FakeCollection>()
  let before: Map<string, FakeCollection> | undefined

  const collection = (name: string): FakeCollection => {
    const known = collections.get(name) ?? { documents: [], indexes: [] }
    collections.set(name, known)
    return known
  }

  function aggregate(target: FakeCollection, command: Document): Document {
    const collectionResolver = (name: string): Document[] => collection(name).documents
    const aggregator = new Aggregator(command['pipeline'], { collectionResolver })
    return cursor(aggregator.run(target.documents), command['aggregate'])
  }

  const handlers: Readonly<Record<string, Handler>> = {
    insert,
    update,
    delete: remove,
    findAndModify,
    createIndexes,
    aggregate,
    find: (target, command) => {
      const found = select(target, command['filter'])
      const limit: unknown = command['limit']
      return cursor(found.slice(0, limit === 1 ? 1 : undefined), command['find'])
    },
  }

  function end(restores: boolean): Document {
    if (restores && before !== undefined) collections = before
    before = undefined
    return { ok: 1 }
  }

  return {
    get collections() {
      return new Map([...collections].map(([name, { documents }]) => [name, documents]))
    },
    run(command) {
      const [name = ''] = Object.keys(command)
      if (name === 'commitTransaction' || name === 'abortTransaction') {
        return end(name === 'abortTransaction')
      }
      // Takes back what an aborted transaction did, but keeps it apart from nothing meanwhile.
      if (command['startTransaction'] === true) {
        before = new Map(
          [...collections].map(([each, { documents, indexes }]) => [
            each,
            { documents: [...documents], indexes },
          ]),
        )
      }
      const handler = handlers[name]
      if (handler === undefined) return failure(59, 'CommandNotFound', `no such command: ${name}`)
      return handler(collection(String(command[name])), command)
    },
  }
}

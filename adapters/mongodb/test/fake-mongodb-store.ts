import { Aggregator, Query, updateOne } from 'mingo'
import { BSON, ObjectId } from 'mongodb'

/** A document or a command. */
export type FakeDocument = Record<string, unknown>

/**
 * FAKE: documents in memory behind the commands of MongoDB that the adapter sends. What filters, updates and pipelines
 * mean is the package mingo's word; that keys are unique is this file's. It is not MongoDB, and shows nothing about one.
 */
export interface FakeStore {
  /** Carries out a command and gives the answer, whose `ok` is 0 where it failed. */
  run(command: FakeDocument): FakeDocument
  readonly collections: ReadonlyMap<string, readonly FakeDocument[]>
  /** Remembers all documents. What it gives brings them back, as a restored backup does. */
  keep(): () => void
}

interface Index {
  readonly name: string
  readonly fields: readonly string[]
  readonly unique: boolean
  readonly sparse: boolean
}

interface FakeCollection {
  readonly documents: FakeDocument[]
  readonly indexes: Index[]
}

const isDocument = (value: unknown): value is FakeDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function documentIn(command: FakeDocument, name: string): FakeDocument {
  const value = command[name]
  if (isDocument(value)) return value
  throw new TypeError(`The command has no document "${name}".`)
}

function documentsIn(command: FakeDocument, name: string): FakeDocument[] {
  const value = command[name]
  if (Array.isArray(value) && value.every(isDocument)) return value
  throw new TypeError(`The command has no documents "${name}".`)
}

/** The statement of a command that may carry several; the adapter sends one. */
function onlyIn(command: FakeDocument, name: string): FakeDocument {
  const [statement, ...more] = documentsIn(command, name)
  if (statement !== undefined && more.length === 0) return statement
  throw new TypeError(`The command has not exactly one of "${name}".`)
}

const clone = (document: FakeDocument): FakeDocument => BSON.deserialize(BSON.serialize(document))

const failure = (code: number, codeName: string, errmsg: string): FakeDocument => ({
  ok: 0,
  code,
  codeName,
  errmsg,
})

/** What a document is in a unique index as; `null` when it is not in it. */
function indexEntry({ fields, sparse }: Index, document: FakeDocument): string | null {
  if (sparse && fields.every((field) => document[field] === undefined)) return null
  return JSON.stringify(fields.map((field) => document[field] ?? null))
}

const sameId = (one: FakeDocument, other: FakeDocument): boolean =>
  String(one['_id']) === String(other['_id'])

/** The index that a document does not fit in, among the others. */
function conflict(
  { documents, indexes }: FakeCollection,
  document: FakeDocument,
): Index | undefined {
  const others = documents.filter((other) => !sameId(other, document))
  return indexes
    .filter(({ unique }) => unique)
    .find((index) => {
      const entry = indexEntry(index, document)
      return entry !== null && others.some((other) => indexEntry(index, other) === entry)
    })
}

const duplicate = (name: string): FakeDocument =>
  failure(11_000, 'DuplicateKey', `E11000 duplicate key error collection index: ${name}`)

/** Changes a document, or gives the error that the change leads to. */
function change(
  collection: FakeCollection,
  document: FakeDocument,
  modifier: FakeDocument,
): FakeDocument | null {
  const changed = clone(document)
  updateOne([changed], {}, modifier)
  const index = conflict(collection, changed)
  if (index !== undefined) return duplicate(index.name)
  collection.documents.splice(collection.documents.indexOf(document), 1, changed)
  return null
}

type Handler = (collection: FakeCollection, command: FakeDocument) => FakeDocument

const select = ({ documents }: FakeCollection, filter: FakeDocument): FakeDocument[] => {
  const query = new Query(filter)
  return documents.filter((document) => query.test(document))
}

const drop = ({ documents }: FakeCollection, dropped: readonly FakeDocument[]): void => {
  for (const document of dropped) documents.splice(documents.indexOf(document), 1)
}

const cursor = (firstBatch: readonly FakeDocument[], ns: unknown): FakeDocument => ({
  ok: 1,
  cursor: { id: new BSON.Long(0), ns: `fake.${String(ns)}`, firstBatch: firstBatch.map(clone) },
})

function insert(collection: FakeCollection, command: FakeDocument): FakeDocument {
  const writeErrors: FakeDocument[] = []
  const documents = documentsIn(command, 'documents')
  for (const [position, document] of documents.entries()) {
    const same = collection.documents.some((other) => sameId(other, document))
    const name = same ? '_id_' : conflict(collection, document)?.name
    if (name !== undefined) writeErrors.push({ index: position, ...duplicate(name) })
    else collection.documents.push({ _id: new ObjectId(), ...clone(document) })
  }
  const n = documents.length - writeErrors.length
  return { ok: 1, n, ...(writeErrors.length > 0 && { writeErrors }) }
}

/** Makes the document that an update was to find, unless its id is taken. */
function upsertOne(collection: FakeCollection, statement: FakeDocument): FakeDocument {
  const { $eq: id } = documentIn(documentIn(statement, 'q'), '_id')
  if (collection.documents.some((other) => sameId(other, { _id: id }))) {
    return { ok: 1, n: 0, nModified: 0, writeErrors: [{ index: 0, ...duplicate('_id_') }] }
  }
  const document: FakeDocument = { _id: id }
  collection.documents.push(document)
  const error = change(collection, document, documentIn(statement, 'u'))
  if (error === null) return { ok: 1, n: 1, nModified: 0, upserted: [{ index: 0, _id: id }] }
  drop(collection, [document])
  return { ok: 1, n: 0, nModified: 0, writeErrors: [{ index: 0, ...error }] }
}

function update(collection: FakeCollection, command: FakeDocument): FakeDocument {
  const statement = onlyIn(command, 'updates')
  const [found] = select(collection, documentIn(statement, 'q'))
  if (found === undefined && statement['upsert'] === true) return upsertOne(collection, statement)
  if (found === undefined) return { ok: 1, n: 0, nModified: 0 }
  const error = change(collection, found, documentIn(statement, 'u'))
  if (error !== null) return { ok: 1, n: 0, nModified: 0, writeErrors: [{ index: 0, ...error }] }
  return { ok: 1, n: 1, nModified: 1 }
}

function remove(collection: FakeCollection, command: FakeDocument): FakeDocument {
  const statement = onlyIn(command, 'deletes')
  const found = select(collection, documentIn(statement, 'q'))
  const dropped = statement['limit'] === 1 ? found.slice(0, 1) : found
  drop(collection, dropped)
  return { ok: 1, n: dropped.length }
}

/** Makes the document that an update was to find, as the adapter asks for it: by its id. */
function upsert(collection: FakeCollection, command: FakeDocument): FakeDocument {
  const { $eq: id } = documentIn(documentIn(command, 'query'), '_id')
  const document: FakeDocument = { _id: id }
  collection.documents.push(document)
  return document
}

function findAndModify(collection: FakeCollection, command: FakeDocument): FakeDocument {
  const [known] = select(collection, documentIn(command, 'query'))
  const found = known ?? (command['upsert'] === true ? upsert(collection, command) : undefined)
  if (found === undefined) return { ok: 1, value: null }
  if (command['remove'] === true) {
    drop(collection, [found])
    return { ok: 1, value: clone(found) }
  }
  const error = change(collection, found, documentIn(command, 'update'))
  if (error !== null) return error
  const [changed = found] = select(collection, { _id: found['_id'] })
  return { ok: 1, value: clone(command['new'] === true ? changed : found) }
}

function createIndexes(collection: FakeCollection, command: FakeDocument): FakeDocument {
  for (const index of documentsIn(command, 'indexes')) {
    const name = String(index['name'])
    if (collection.indexes.some((known) => known.name === name)) continue
    const fields = Object.keys(documentIn(index, 'key'))
    const added = {
      name,
      fields,
      unique: index['unique'] === true,
      sparse: index['sparse'] === true,
    }
    const alone = { documents: collection.documents, indexes: [added] }
    const unfit = collection.documents.some((document) => conflict(alone, document) !== undefined)
    if (unfit) return duplicate(name)
    collection.indexes.push(added)
  }
  return { ok: 1 }
}

function find(collection: FakeCollection, command: FakeDocument): FakeDocument {
  const query = new Query(documentIn(command, 'filter'))
  const found = query.find<FakeDocument>(collection.documents)
  const sorted = isDocument(command['sort']) ? found.sort(command['sort']) : found
  const limit = Number(command['limit'] ?? 0)
  return cursor((limit > 0 ? sorted.limit(limit) : sorted).all(), command['find'])
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

  function aggregate(target: FakeCollection, command: FakeDocument): FakeDocument {
    const aggregator = new Aggregator(documentsIn(command, 'pipeline'), {
      collectionResolver: (name) => collection(name).documents,
    })
    return cursor(aggregator.run(target.documents), command['aggregate'])
  }

  const handlers: Readonly<Record<string, Handler>> = {
    insert,
    update,
    delete: remove,
    findAndModify,
    createIndexes,
    aggregate,
    find,
  }

  function end(restores: boolean): FakeDocument {
    if (restores && before !== undefined) collections = before
    before = undefined
    return { ok: 1 }
  }

  return {
    get collections() {
      return new Map([...collections].map(([name, { documents }]) => [name, documents]))
    },
    keep() {
      const kept = [...collections].map(
        ([name, { documents }]) => [name, documents.map(clone)] as const,
      )
      return () => {
        for (const { documents } of collections.values()) documents.length = 0
        for (const [name, documents] of kept)
          collection(name).documents.push(...documents.map(clone))
      }
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

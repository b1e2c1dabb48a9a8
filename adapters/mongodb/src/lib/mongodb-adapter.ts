import type { Adapter, AdapterCapabilities } from '@latchstring/core/adapters'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import {
  COLLECTION_NAMES,
  createIndexes,
  type MongodbCollections,
  openStore,
} from './collections.ts'
import type { AdapterMethods, ControlMethods, RecordVerbs } from '@latchstring/adapter-kit'
import { recordVerbs } from './records.ts'
import { controlMethods } from './control.ts'
import { sessionMethods } from './sessions.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/** Options of {@link mongodbAdapter}. */
export interface MongodbAdapterOptions {
  /** The database, where a client is given. Default: that of the connection string. */
  readonly databaseName?: string
  /** Names of collections that are not called as usual. */
  readonly collections?: Partial<MongodbCollections>
  /** Whether the deployment is a replica set or a sharded cluster, which transactions need. Default: `false`. */
  readonly transactions?: boolean
}

/** Every method of the adapter interface; `transaction` with the option of that name. */
export interface MongodbAdapter
  extends AdapterMethods, ControlMethods, Pick<Adapter, 'transaction'> {
  /** Capabilities beyond the established interface. */
  readonly capabilities: AdapterCapabilities
  /** The verbs on tables that are data; none has to be declared to the adapter. */
  readonly records: RecordVerbs
  /**
   * Creates the indexes that are missing, and brings users that were there before under the unique one. To be called
   * before the application starts; several instances may at once.
   *
   * @throws the driver's error, which `isUniqueViolation` knows, when two users or two accounts have the same key
   */
  createIndexes(): Promise<void>
}

const listCapabilities = (transactions: boolean): AdapterCapabilities =>
  Object.freeze({
    atomicConsume: true,
    transactions,
    uniqueConstraints: true,
    uniqueTokens: true,
    tokenReads: true,
    compareAndSet: true,
    // The indexes for it are created, but that the server acts on them has not been tested.
    ttl: false,
    revocation: true,
    accountUpdates: true,
    authenticatorUse: true,
    authenticatorDeletion: true,
    revocationFeed: true,
    counters: true,
    records: true,
  })

const isClient = (clientOrDb: MongoClient | Db): clientOrDb is MongoClient =>
  'db' in clientOrDb && typeof clientOrDb.db === 'function'

/**
 * A storage adapter over a client of the package `mongodb`, on the collections that the adapter published for Auth.js
 * documents.
 *
 * The adapter neither connects nor closes the client. What it promises needs the indexes that `createIndexes` creates.
 *
 * @param clientOrDb - a client, or one of its databases
 * @param options - names of database and collections, and whether there are transactions
 *
 * @example
 * ```ts
 * import { mongodbAdapter } from '@latchstring/adapter-mongodb'
 * import { MongoClient } from 'mongodb'
 *
 * const client = new MongoClient(process.env['MONGODB_URI'] ?? 'mongodb://127.0.0.1/app')
 *
 * export const adapter = mongodbAdapter(client)
 *
 * await adapter.createIndexes()
 * ```
 */
export function mongodbAdapter(
  clientOrDb: MongoClient | Db,
  { databaseName, collections, transactions = false }: MongodbAdapterOptions = {},
): MongodbAdapter {
  const [client, db] = isClient(clientOrDb)
    ? [clientOrDb, clientOrDb.db(databaseName)]
    : [clientOrDb.client, clientOrDb]
  const names = { ...COLLECTION_NAMES, ...collections }
  const methods = (session?: ClientSession): AdapterMethods & ControlMethods => {
    const store = openStore(db, names, session)
    return {
      ...userMethods(store),
      ...accountMethods(store),
      ...sessionMethods(store),
      ...verificationTokenMethods(store),
      ...authenticatorMethods(store),
      ...controlMethods(store),
    }
  }
  const transaction: NonNullable<Adapter['transaction']> = (work) =>
    client.withSession((session) =>
      session.withTransaction(() => work(Object.freeze(methods(session)))),
    )
  return Object.freeze({
    capabilities: listCapabilities(transactions),
    ...methods(),
    records: Object.freeze(recordVerbs(openStore(db, names))),
    ...(transactions && { transaction }),
    createIndexes: () => createIndexes(openStore(db, names)),
  })
}

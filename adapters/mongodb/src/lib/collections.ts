import type { ClientSession, Collection, Db, Document, IndexDescription } from 'mongodb'

/** Names of the collections. */
export interface MongodbCollections {
  /** Default: `users`. */
  readonly users: string
  /** Default: `accounts`. */
  readonly accounts: string
  /** Default: `sessions`. */
  readonly sessions: string
  /** Default: `verification_tokens`. */
  readonly verificationTokens: string
  /** Default: `authenticators`. */
  readonly authenticators: string
  /** Endings of sessions. Default: `revocations`. */
  readonly revocations: string
  /** Budgets from which attempts are spent. Default: `limit_budgets`. */
  readonly budgets: string
  /** Rows of tables that are data. Default: `auth_records`. */
  readonly records: string
}

/** The names where none are given; the first four are those of the adapter published for Auth.js. */
export const COLLECTION_NAMES: MongodbCollections = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  authenticators: 'authenticators',
  revocations: 'revocations',
  budgets: 'limit_budgets',
  records: 'auth_records',
}

/** The collections, and the transaction that calls belong to. */
export interface Store {
  readonly names: MongodbCollections
  readonly collection: (name: keyof MongodbCollections) => Collection
  /** What every call of the driver gets. */
  readonly session: { readonly session?: ClientSession }
}

/** The collections of a database. */
export function openStore(db: Db, names: MongodbCollections, session?: ClientSession): Store {
  return {
    names,
    // What decides, such as a session that has just ended, may not have reached a secondary.
    collection: (name) =>
      db.collection(names[name], {
        readPreference: 'primary',
        // A row that a new primary does not have may be a factor, or a key that was revoked.
        ...(name === 'records' && { writeConcern: { w: 'majority' } }),
      }),
    session: session === undefined ? {} : { session },
  }
}

/** The address of a user in lower case: unique, and what users are found by. */
export const EMAIL_KEY = 'emailKey'

/** Seconds that an expired row is kept for clocks that are behind. */
const MARGIN = 86_400

/** The indexes, by collection. Documents without the field are left out of a sparse one. */
const INDEXES: { readonly [Name in keyof MongodbCollections]: readonly IndexDescription[] } = {
  users: [{ key: { [EMAIL_KEY]: 1 }, unique: true, sparse: true }, { key: { email: 1 } }],
  accounts: [{ key: { provider: 1, providerAccountId: 1 }, unique: true }, { key: { userId: 1 } }],
  sessions: [
    { key: { sessionToken: 1 }, unique: true },
    { key: { userId: 1 } },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  verificationTokens: [
    { key: { identifier: 1, token: 1 }, unique: true },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  authenticators: [{ key: { credentialID: 1 }, unique: true }, { key: { userId: 1 } }],
  revocations: [
    { key: { kind: 1, key: 1, generation: -1 } },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  budgets: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  records: [
    { key: { owner: 1 }, sparse: true },
    { key: { lookups: 1, _id: 1 } },
    { key: { expires: 1 }, expireAfterSeconds: MARGIN },
  ],
}

/** Adds the key of the address to users that another tool has written. */
async function keyAddresses(users: Collection): Promise<void> {
  const unkeyed = users.find(
    { email: { $gt: '' }, [EMAIL_KEY]: { $exists: false } },
    { projection: { email: 1 } },
  )
  for await (const user of unkeyed) {
    const { _id, email } = user
    if (typeof email !== 'string') continue
    const unchanged = { _id, email, [EMAIL_KEY]: { $exists: false } }
    await users.updateOne(unchanged, { $set: { [EMAIL_KEY]: email.toLowerCase() } })
  }
}

/** Creates the indexes that are missing, and brings users of before under them. */
export async function createIndexes({ collection }: Store): Promise<void> {
  for (const [name, indexes] of Object.entries(INDEXES)) {
    // The keys of an object of this type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    await collection(name as keyof MongodbCollections).createIndexes([...indexes])
  }
  await keyAddresses(collection('users'))
}

/** A condition on values, which are never taken for operators. */
export const equal = (values: Readonly<Record<string, unknown>>): Document =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { $eq: value }]))

import { CODES, NOTES } from '@latchstring/adapter-conformance'
import {
  type Adapter,
  passkeyNames,
  type RecordTable,
  type RecordValues,
  type StoredRecord,
} from '@latchstring/core/adapters'
import { expect } from 'vitest'

/** What an adapter with every method declares, in a store without transactions. */
export const DECLARED = {
  atomicConsume: true,
  uniqueConstraints: true,
  uniqueTokens: true,
  tokenReads: true,
  compareAndSet: true,
  revocation: true,
  accountUpdates: true,
  authenticatorUse: true,
  authenticatorDeletion: true,
} as const

/** The options of the conformance suite for it: the kinds of records that it keeps, too. */
export const WITHOUT_TRANSACTIONS = {
  sessions: true,
  verificationTokens: true,
  webauthn: true,
  ...DECLARED,
} as const

/** The same in a store that has them. */
export const WITH_TRANSACTIONS = { ...WITHOUT_TRANSACTIONS, transactions: true } as const

/** What one that keeps sessions under control, and tables that are data, can do besides. */
export const CONTROL = {
  revocationFeed: true,
  counters: true,
  records: true,
} as const

/** The tables that are data in the stores of these tests. */
export const RECORDS: readonly RecordTable[] = [passkeyNames, NOTES, CODES]

/** Rows whose key does not begin with their user, and that may expire. */
export const LINKS: RecordTable = {
  name: 'auth_test_links',
  fields: {
    id: { kind: 'id' },
    userId: { kind: 'id' },
    topic: { kind: 'id' },
    count: { kind: 'int' },
    until: { kind: 'time', nullable: true },
  },
  key: ['id'],
  owner: 'userId',
  lookups: ['topic'],
  expires: 'until',
} as const

let version = 5_000_000_000_000_000

/** A row with a version of its own. */
export function rowOf(values: RecordValues): StoredRecord {
  version += 1
  return { values, version }
}

/** An id of a row. */
export function textOf({ values }: StoredRecord, field: string): string {
  const value = values[field]
  if (typeof value === 'string') return value
  throw new TypeError(`The row has no ${field}.`)
}

/** A member of the application of every kind, for stores to which none has to be declared. */
export const MEMBER_OF_EACH_KIND = {
  text: 'text',
  integer: 'integer',
  boolean: 'boolean',
  timestamp: 'timestamp',
  json: 'json',
} as const

/** A column of the application of every kind. */
export const COLUMN_OF_EACH_KIND = {
  nick: 'text',
  age: 'integer',
  newsletter: 'boolean',
  lastSeen: 'timestamp',
  settings: 'json',
} as const

/** An authenticator with an id that cannot be the name of a file or part of an address. */
export const AUTHENTICATOR = {
  credentialID: 'a/b+c==',
  providerAccountId: '1',
  credentialPublicKey: 'key',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
  transports: null,
} as const

/** Milliseconds of an hour. */
export const HOUR = 3_600_000

/** When sessions of these tests expire. */
export const inAnHour = (): Date => new Date(Date.now() + HOUR)

/** A user, for stores that take ids as they are given. */
export const ADA = { id: 'ada', email: 'Ada@Example.com', emailVerified: null }

/** An account of hers. */
export const ACCOUNT = {
  provider: 'github',
  providerAccountId: '1',
  type: 'oauth',
  userId: 'ada',
} as const

/** A user that was not created. */
export const newUser = (
  email = `${crypto.randomUUID()}@example.com`,
): { readonly id: string; readonly email: string; readonly emailVerified: null } => ({
  id: crypto.randomUUID(),
  email,
  emailVerified: null,
})

/** Members of a user with values of all kinds, texts among them that look like others. */
export const OF_ALL_KINDS = {
  emailVerified: new Date(1_700_000_000_123),
  name: '{"not":"parsed"}',
  image: '2026-01-01T00:00:00.000Z',
  token: '@1700000000123',
  visits: 12_345_678_901_234,
  ratio: 0.1,
  nothing: null,
  tags: [],
  settings: { dark: true, sizes: [1, 2] },
  lastSeen: new Date(1),
}

/** Checks that an adapter with another prefix neither finds nor deletes what the first one has of Ada and her session `one`. */
export async function expectSeparate(
  first: Pick<Adapter, 'getUserByEmail'>,
  other: Pick<
    Adapter,
    'getUser' | 'getUserByEmail' | 'getSessionAndUser' | 'createUser' | 'deleteUser'
  >,
): Promise<void> {
  expect(await other.getUser?.('ada')).toBeNull()
  expect(await other.getUserByEmail?.(ADA.email)).toBeNull()
  expect(await other.getSessionAndUser?.('one')).toBeNull()
  await other.createUser?.({ ...ADA, id: 'another-ada' })
  await other.deleteUser?.('ada')
  expect((await first.getUserByEmail?.(ADA.email))?.id).toBe('ada')
}

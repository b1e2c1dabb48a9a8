/** What an adapter with every method has and can do for the conformance suite, in a store without transactions. */
export const WITHOUT_TRANSACTIONS = {
  sessions: true,
  verificationTokens: true,
  webauthn: true,
  atomicConsume: true,
  uniqueConstraints: true,
  uniqueTokens: true,
  compareAndSet: true,
  revocation: true,
  accountUpdates: true,
} as const

/** The same in a store that has them. */
export const WITH_TRANSACTIONS = { ...WITHOUT_TRANSACTIONS, transactions: true } as const

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

/** An authenticator of anybody, with an id that cannot be the name of a file or part of an address. */
export const AUTHENTICATOR = {
  credentialID: 'a/b+c==',
  providerAccountId: '1',
  credentialPublicKey: 'key',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
  transports: null,
} as const

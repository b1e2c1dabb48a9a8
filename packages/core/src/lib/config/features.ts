import type { ProviderType } from '../types/account.ts'
import type { Adapter, AdapterCapability } from '../types/adapter.ts'

/** Names of the methods of an adapter. */
export type AdapterMethod = Exclude<keyof Adapter, 'capabilities' | 'records' | 'findProblems'>

/*
 * All requirements of the library on a store. A feature cannot be without its methods; a capability is more than the
 * established interface promises.
 */

/** The part of a configuration that decides about features. */
export interface Used {
  readonly kinds: ReadonlySet<ProviderType>
  readonly strategy: 'jwt' | 'database'
  /** Addresses are proven by mail, or would be if no provider had been left out. */
  readonly provesAddresses: boolean
}

/** The methods and capabilities of an adapter that a feature of the configuration needs. */
interface Feature {
  /** The feature in a sentence. */
  readonly subject: string
  readonly isUsed: (used: Used) => boolean
  readonly methods: readonly AdapterMethod[]
  /** The feature cannot be without an adapter. */
  readonly required: boolean
  /** The alternative, for the error. */
  readonly otherwise: string
}

/** The methods that a feature cannot be without. */
export const METHODS = {
  email: [
    'createVerificationToken',
    'useVerificationToken',
    'getUserByEmail',
    'createUser',
    'updateUser',
  ],
  webauthn: [
    'createUser',
    'getUser',
    'getUserByEmail',
    'getUserByAccount',
    'linkAccount',
    'getAccount',
    'getAuthenticator',
    'createAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
    'createVerificationToken',
    'useVerificationToken',
  ],
  credentials: ['getUser', 'getUserByEmail'],
  sessions: ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession', 'getUser'],
  oauth: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],
} as const

/** Features, in the order in which they are checked. */
export const FEATURES: Readonly<Record<keyof typeof METHODS, Feature>> = {
  email: {
    subject: 'Sign-in by email',
    isUsed: ({ kinds }) => kinds.has('email'),
    methods: METHODS.email,
    required: true,
    otherwise: 'leave the email providers out',
  },
  webauthn: {
    subject: 'WebAuthn',
    isUsed: ({ kinds }) => kinds.has('webauthn'),
    methods: METHODS.webauthn,
    required: true,
    otherwise: 'leave the WebAuthn providers out',
  },
  credentials: {
    subject: 'Credentials beside sign-in by email',
    isUsed: ({ kinds, provesAddresses }) => provesAddresses && kinds.has('credentials'),
    methods: METHODS.credentials,
    required: false,
    otherwise: 'leave the email providers out',
  },
  sessions: {
    subject: 'The session strategy "database"',
    isUsed: ({ strategy }) => strategy === 'database',
    methods: METHODS.sessions,
    required: true,
    otherwise: 'set `session.strategy` to "jwt"',
  },
  oauth: {
    subject: 'Sign-in by OAuth with an adapter',
    isUsed: ({ kinds }) => kinds.has('oauth') || kinds.has('oidc'),
    methods: METHODS.oauth,
    required: false,
    otherwise: 'leave `adapter` out, so that nothing is stored',
  },
}

/** The description of a capability, and the behaviour without it. */
interface Capability {
  readonly is: string
  readonly without: string
  /** The methods that come with it; it may also be about methods that are there in any case. */
  readonly methods?: readonly AdapterMethod[]
  /** The option without which @latchstring/adapter-sql does not have it. */
  readonly sqlOption?: 'sessionControl: true' | 'records: true'
}

/** Guarantees of a store beyond the established interface. */
export const CAPABILITIES: Readonly<Record<AdapterCapability, Capability>> = {
  atomicConsume: {
    is: 'one of several simultaneous uses of a verification token succeeds',
    without: 'accept that simultaneous requests can use a token twice',
    methods: ['createVerificationToken', 'useVerificationToken'],
  },
  transactions: {
    is: 'user and account are stored together or not at all',
    without: 'let them be written one after the other, and rolled back on failure',
    methods: ['transaction'],
  },
  uniqueConstraints: {
    is: 'the store refuses a second user with the same address',
    without: 'put a unique index on address and account',
  },
  uniqueTokens: {
    is: 'the store refuses a second verification token with the same key',
    without: 'let each request for passkey options write one',
  },
  tokenReads: {
    is: 'a verification token is read without being used up',
    without: 'ask for a confirmation of every mailed link, and report a used one after it',
    methods: ['getVerificationToken'],
  },
  compareAndSet: {
    is: 'the expiry of a session is moved once by many requests',
    without: 'let each of them write it',
    methods: ['compareAndSetSession'],
  },
  ttl: {
    is: 'expired rows disappear by themselves',
    without: 'delete them from time to time',
  },
  revocation: {
    is: 'all sessions of a user can be listed and ended',
    without: 'end each session where it is used, or delete them in the store',
    methods: ['listSessionsByUserId', 'deleteSessionsByUserId'],
  },
  accountUpdates: {
    is: 'stored accounts can be listed and changed',
    without: 'store new tokens in the event `signIn`',
    methods: ['listAccountsByUserId', 'updateAccount'],
  },
  revocationFeed: {
    is: 'every process learns which sessions were ended',
    without:
      'set `session.strategy` to "database": with "jwt" a sign-out deletes the cookie of one browser, whose copies stay good until it expires',
    methods: ['appendRevocations', 'listRevocations', 'getRevocation'],
    sqlOption: 'sessionControl: true',
  },
  authenticatorDeletion: {
    is: 'passkeys are deleted',
    without: 'leave their rows',
    methods: ['deleteAuthenticator'],
  },
  records: {
    is: 'tables that are data are kept, such as devices, mails with codes, names of passkeys, sign-ins that wait, and tables of features',
    without: 'go without them',
    sqlOption: 'records: true',
  },
  authenticatorUse: {
    is: 'of several simultaneous sign-ins with one value of the counter of a security key one succeeds',
    without: 'accept that a copied key may pass beside the original',
    methods: ['useAuthenticator'],
  },
  counters: {
    is: 'several processes share one count of attempts',
    without: 'let each process count by itself',
    methods: ['spend'],
    sqlOption: 'sessionControl: true',
  },
}

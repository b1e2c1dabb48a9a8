import type { Adapter, AdapterCapabilities } from '@latchstring/core/adapters'

/**
 * Capabilities of the adapter under test; the default of each is `false`. Tests also check that an undeclared capability is
 * absent, where this is visible: methods are missing, duplicates are stored, an expired record is still returned. For
 * `atomicConsume` and `uniqueTokens` only the declaration of the adapter is compared.
 */
export interface ConformanceCapabilities extends AdapterCapabilities {
  /** The methods of the `database` session strategy. */
  readonly sessions?: boolean
  /** The methods of email sign-in. */
  readonly verificationTokens?: boolean
  /** The methods of WebAuthn, and `getAccount`. */
  readonly webauthn?: boolean
}

/** Name of a capability of the suite; `base` stands for the required methods. */
export type Topic = 'base' | keyof ConformanceCapabilities

/** Name of a method of an adapter. */
export type Method = Exclude<keyof Adapter, 'capabilities' | 'records' | 'findProblems'>

/** The methods that every adapter has. */
export const BASE: readonly Method[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
]

/** The methods of each capability. */
export const BY_CAPABILITY: readonly (readonly [
  keyof ConformanceCapabilities,
  readonly Method[],
])[] = [
  ['sessions', ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession']],
  ['verificationTokens', ['createVerificationToken', 'useVerificationToken']],
  [
    'webauthn',
    [
      'getAccount',
      'getAuthenticator',
      'createAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ],
  ],
  ['transactions', ['transaction']],
  ['tokenReads', ['getVerificationToken']],
  ['compareAndSet', ['compareAndSetSession']],
  ['revocation', ['listSessionsByUserId', 'deleteSessionsByUserId']],
  ['accountUpdates', ['listAccountsByUserId', 'updateAccount']],
  ['authenticatorUse', ['useAuthenticator']],
  ['authenticatorDeletion', ['deleteAuthenticator']],
  ['revocationFeed', ['appendRevocations', 'listRevocations', 'getRevocation']],
  ['counters', ['spend']],
]

/** All methods of adapters. */
export const METHODS: readonly Method[] = [
  ...BASE,
  ...BY_CAPABILITY.flatMap(([, methods]) => methods),
]

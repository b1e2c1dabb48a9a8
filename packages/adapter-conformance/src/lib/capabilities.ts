import type { Adapter, AdapterCapabilities } from '@latchstring/core/adapters'

/**
 * What the adapter under test can do. Each is `false` unless given. What is not declared is tested to be absent as far
 * as that can be seen: methods are not there, duplicates are stored, what has just expired is still given. Of
 * `atomicConsume` and `uniqueTokens` only the adapter's own declaration is compared.
 */
export interface ConformanceCapabilities extends AdapterCapabilities {
  /** The methods of the `database` session strategy. */
  readonly sessions?: boolean
  /** The methods of email sign-in. */
  readonly verificationTokens?: boolean
  /** The methods of WebAuthn, and `getAccount`. */
  readonly webauthn?: boolean
}

/** Name of a capability of the suite; `base` is what every adapter has. */
export type Topic = 'base' | keyof ConformanceCapabilities

/** Name of a method of an adapter. */
export type Method = Exclude<keyof Adapter, 'capabilities'>

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

/** The methods that a capability promises. */
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
  ['authenticatorDeletion', ['deleteAuthenticator']],
  ['authenticatorNames', ['renameAuthenticator']],
  ['revocationFeed', ['appendRevocations', 'listRevocations', 'getRevocation']],
  ['devices', ['putDevice', 'listDevicesByUserId', 'deleteDevice']],
  ['counters', ['spend']],
]

/** Every method an adapter can have. */
export const METHODS: readonly Method[] = [
  ...BASE,
  ...BY_CAPABILITY.flatMap(([, methods]) => methods),
]

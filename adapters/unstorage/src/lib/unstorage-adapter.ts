import type { AdapterCapabilities } from '@latchstring/core/adapters'
import { accountMethods } from './accounts.ts'
import { createAddresses } from './addresses.ts'
import { authenticatorMethods } from './authenticators.ts'
import { type DeletedRecords, deleteExpired } from './delete-expired.ts'
import { keepingGuard, oneCallPerKey, openGuard } from './guard.ts'
import { ownedRecords } from './owned.ts'
import { createQueue } from './queue.ts'
import { type CompareAndSetSession, createSessions } from './sessions.ts'
import type { AdapterMethods, RecordVerbs } from '@latchstring/adapter-kit'
import { createRecords } from './record-verbs.ts'
import { createStore, type KeyValueStorage } from './store.ts'
import { userVersions } from './user-versions.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/** Options of {@link unstorageAdapter}. */
export interface UnstorageAdapterOptions {
  /** What all keys start with, such as `latchstring:user:…`. Default: `latchstring`. */
  readonly prefix?: string
  /**
   * Whether the driver lets a record expire when it gets the option `ttl` in seconds, as those for Redis and for
   * Cloudflare KV do. Sessions and verification tokens are then stored with one. Default: `false`.
   */
  readonly ttl?: boolean
  /**
   * Declares that this adapter is the only writer of the storage during its lifetime: one process, and in it one
   * adapter. Addresses, accounts, tokens and credentials are then unique, a verification token works once, and the
   * adapter declares `uniqueConstraints`, `uniqueTokens`, `tokenReads`, `atomicConsume`, `compareAndSet`, `authenticatorUse` and
   * `records`. If another program writes too, none of these hold. Default: `false`.
   */
  readonly singleWriter?: boolean
}

/** Every method of the adapter interface but `transaction`. */
export interface UnstorageAdapter extends Omit<
  AdapterMethods,
  'compareAndSetSession' | 'getVerificationToken' | 'useAuthenticator'
> {
  /** Capabilities beyond the established interface. */
  readonly capabilities: AdapterCapabilities
  /** Exists with the option `singleWriter`. */
  readonly compareAndSetSession?: CompareAndSetSession
  /** Exists with the option `singleWriter`: a storage that others write to may return old data, and a token that is missing counts as used. */
  readonly getVerificationToken?: AdapterMethods['getVerificationToken']
  /** Exists with the option `singleWriter`: the verbs on tables that are data, any table. */
  readonly records?: RecordVerbs
  /** Exists with the option `singleWriter`. */
  readonly useAuthenticator?: AdapterMethods['useAuthenticator']
  /**
   * Deletes expired sessions, verification tokens and mails. This only frees space: once a day is enough. It reads every session and
   * token.
   *
   * @param now - what counts as expired; the current time unless given
   */
  deleteExpired(now?: Date): Promise<DeletedRecords>
}

/** The prefix as the storage writes it. */
function checked(prefix: string): string {
  if (/^[\w-]+(?::[\w-]+)*$/.test(prefix)) return prefix
  throw new TypeError(
    'The option prefix of unstorageAdapter has to be letters, digits, "_" and "-", in parts with ":" between them.',
  )
}

/**
 * A storage adapter over a storage of unstorage, with any driver that can be written to.
 *
 * A storage of keys and values has neither transactions nor conditional writes: two simultaneous first sign-ins may
 * create two users, unless one process writes to the storage, as the option `singleWriter` declares. Create one
 * adapter for a storage and keep it: within it, changes of one session and of one user wait for each other.
 *
 * @param storage - result of `createStorage`; the adapter does not dispose of it
 * @param options - the prefix of the keys, whether the driver lets records expire, and whether no other program writes
 * @throws TypeError when the prefix cannot be used
 *
 * @example
 * ```ts
 * import { unstorageAdapter } from '@latchstring/adapter-unstorage'
 * import { createStorage } from 'unstorage'
 * import fsDriver from 'unstorage/drivers/fs'
 *
 * const storage = createStorage({ driver: fsDriver({ base: './data' }) })
 *
 * export const adapter = unstorageAdapter(storage, { singleWriter: true })
 * ```
 */
export function unstorageAdapter(
  storage: KeyValueStorage,
  options: UnstorageAdapterOptions = {},
): UnstorageAdapter {
  const { prefix = 'latchstring', ttl = false, singleWriter = false } = options
  const queue = createQueue()
  const guard = singleWriter ? keepingGuard(queue) : openGuard
  const items = singleWriter ? oneCallPerKey(storage, queue) : storage
  const store = createStore(items, { prefix: checked(prefix), ttl })
  const owned = ownedRecords(store, guard)
  const records = createRecords({ store, queue, guard })
  const addresses = createAddresses(store, guard)
  const versions = userVersions(store, queue)
  const sessions = createSessions({ store, versions, queue, guard })
  const { compareAndSetSession } = sessions
  const { getVerificationToken, ...tokens } = verificationTokenMethods(store, guard)
  const { useAuthenticator, ...authenticators } = authenticatorMethods(store, owned)
  const verbs = singleWriter ? Object.freeze(records.verbs) : undefined
  const capabilities: AdapterCapabilities = {
    atomicConsume: singleWriter,
    transactions: false,
    uniqueConstraints: singleWriter,
    uniqueTokens: singleWriter,
    tokenReads: singleWriter,
    compareAndSet: singleWriter,
    ttl,
    revocation: true,
    accountUpdates: true,
    authenticatorUse: singleWriter,
    authenticatorDeletion: true,
    records: singleWriter,
  }
  return Object.freeze({
    capabilities: Object.freeze(capabilities),
    ...userMethods({ store, owned, records, sessions, versions, queue, guard, addresses }),
    ...accountMethods(store, owned),
    ...sessions.methods,
    ...(singleWriter
      ? {
          compareAndSetSession,
          getVerificationToken,
          useAuthenticator,
        }
      : {}),
    ...(verbs && { records: verbs }),
    ...tokens,
    ...authenticators,
    deleteExpired: (now: Date = new Date()) =>
      deleteExpired({ store, guard, sessions, records: verbs }, now),
  })
}

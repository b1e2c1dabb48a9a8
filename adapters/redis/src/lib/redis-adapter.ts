import type { AdapterCapabilities } from '@latchstring/core/adapters'
import { accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import { isCluster, type RedisClient, scriptRunner } from './client.ts'
import { clusterBackend } from './cluster-backend.ts'
import { findProblems } from './eviction.ts'
import { keyNames } from './keys.ts'
import { wholeBackend } from './whole-backend.ts'
import { sessionMethods } from './sessions.ts'
import { controlMethods } from './control.ts'
import type { AdapterMethods, ControlMethods, RecordVerbs } from '@latchstring/adapter-kit'
import { recordVerbs } from './record-verbs.ts'
import { createStore } from './store.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/** Options of {@link redisAdapter}. */
export interface RedisAdapterOptions {
  /**
   * What all keys start with, such as `latchstring:{user:…}`. Applications that share a database need one each. Default:
   * `latchstring`.
   */
  readonly prefix?: string
  /**
   * Milliseconds after which a call without a response rejects. The server may still execute it. Default: 10 000.
   */
  readonly timeout?: number
  /**
   * Whether the server is a cluster, in which a script can use the keys of one slot only. Default: whether the client is one of a
   * cluster. Set it if a proxy hides a cluster.
   */
  readonly cluster?: boolean
}

/** Every method of the adapter interface but `transaction`. */
export interface RedisAdapter extends Omit<AdapterMethods, 'deleteAllSessions'>, ControlMethods {
  /** Missing in a cluster, where no command reaches the keys of all nodes. */
  readonly deleteAllSessions?: AdapterMethods['deleteAllSessions']
  /** The verbs on tables that are data. */
  readonly records: RecordVerbs
  /** Capabilities beyond the established interface. */
  readonly capabilities: AdapterCapabilities
  /** What is wrong with the eviction policy of the server, as far as it can be read. */
  readonly findProblems: () => Promise<readonly string[]>
}

const CAPABILITIES: AdapterCapabilities = Object.freeze({
  atomicConsume: true,
  transactions: false,
  uniqueConstraints: true,
  uniqueTokens: true,
  tokenReads: true,
  compareAndSet: true,
  ttl: true,
  revocation: true,
  accountUpdates: true,
  authenticatorUse: true,
  authenticatorDeletion: true,
  revocationFeed: true,
  counters: true,
  records: true,
})

/** Timeouts until a claim of an address expires: it takes three or four steps, each of up to `timeout`. */
const CLAIM_TIMEOUTS = 6

/** Minimum duration of a claim of an address, in milliseconds. */
const MIN_CLAIM_MS = 30_000

/**
 * A storage adapter over a client of `ioredis` or of `redis` (node-redis), for Redis 6 and later.
 *
 * The adapter neither connects nor closes the client. Every method is one command, a script that runs as a whole; in a cluster,
 * where the keys of a user share a slot and those of two users do not, it is a few such commands.
 *
 * @param client - a client, a pool, a sentinel or a cluster of one of the two packages
 * @param options - the prefix of the keys, and how long to wait
 * @throws TypeError when the client is of neither package, or the prefix cannot be used
 *
 * @example
 * ```ts
 * import { redisAdapter } from '@latchstring/adapter-redis'
 * import { Redis } from 'ioredis'
 *
 * export const adapter = redisAdapter(new Redis(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'))
 * ```
 */
export function redisAdapter(client: RedisClient, options: RedisAdapterOptions = {}): RedisAdapter {
  const { prefix = 'latchstring', timeout = 10_000, cluster = isCluster(client) } = options
  const key = keyNames(prefix)
  const run = scriptRunner(client, timeout)
  const claimTimeout = Math.max(MIN_CLAIM_MS, timeout * CLAIM_TIMEOUTS)
  const store = createStore(
    cluster ? clusterBackend({ run, key, claimTimeout }) : wholeBackend(run, prefix, key),
  )
  return Object.freeze({
    capabilities: CAPABILITIES,
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    ...controlMethods(run, key),
    records: Object.freeze(recordVerbs({ run, key, prefix, whole: !cluster, claimTimeout })),
    findProblems: () => findProblems(run, key),
  })
}

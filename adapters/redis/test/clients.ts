import type { RowCounts } from '@latchstring/adapter-conformance'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { openRelay } from '../../../test/wire/relay.ts'
import type { Listening } from '../../../test/wire/statements.ts'
import type { RedisClient } from '../src/index.ts'

/** A connection to the server of the test run, with the sent commands and a unique prefix. */
export interface Connection extends Listening {
  readonly client: RedisClient
  readonly prefix: string
  /** Deletes what is under the prefix, and hangs up. */
  readonly close: () => Promise<void>
}

/** The URL of the server the tests may write to. */
export function redisUrl(): string {
  const url = process.env['LATCHSTRING_TEST_REDIS_URL']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'These tests need a Redis server and LATCHSTRING_TEST_REDIS_URL is not set. ' +
      '"npm test" starts one; "node tools/servers/stores.mjs" starts one to keep and prints its URL.',
  )
}

/** Looks at the server from outside. */
export interface Outside {
  readonly redis: Redis
  /** The keys under a prefix, without it. */
  keys(prefix: string): Promise<readonly string[]>
  version(): Promise<string>
  close(): Promise<void>
}

/** A second connection, which knows nothing of the adapter. */
export function lookFromOutside(): Outside {
  const redis = new Redis(redisUrl())
  return {
    redis,
    async keys(prefix) {
      const keys = await redis.keys(`${prefix}:*`)
      return keys.map((key) => key.slice(prefix.length + 1)).toSorted()
    },
    async version() {
      return /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown'
    },
    async close() {
      await redis.quit()
    },
  }
}

async function clear(prefix: string): Promise<void> {
  const outside = lookFromOutside()
  const keys = await outside.redis.keys(`${prefix}:*`)
  if (keys.length > 0) await outside.redis.del(...keys)
  await outside.close()
}

const uniquePrefix = (): string => `test-${crypto.randomUUID()}`

type Connect = (prefix?: string) => Promise<Connection>

/** Connects through a relay, which notes what is sent. */
const connectWith =
  <Client extends RedisClient>(
    connect: (url: string) => Promise<Client>,
    hangUp: (client: Client) => Promise<unknown>,
  ): Connect =>
  async (prefix = uniquePrefix()) => {
    const relay = await openRelay(redisUrl())
    const client = await connect(relay.url)
    return {
      client,
      prefix,
      statements: relay.statements,
      async close() {
        await clear(prefix)
        await hangUp(client)
        await relay.close()
      },
    }
  }

/** Connects with `ioredis`. */
export const connectIoRedis: Connect = connectWith(
  async (url) => {
    const redis = new Redis(url, { lazyConnect: true })
    await redis.connect()
    return redis
  },
  (redis) => redis.quit(),
)

/** Connects with `redis`. */
export const connectNodeRedis: Connect = connectWith(
  (url) => createClient({ url }).connect(),
  (redis) => redis.close(),
)

/** A package that connects. */
export interface ClientPackage {
  readonly name: string
  readonly connect: Connect
}

export const IO_REDIS: ClientPackage = { name: 'ioredis', connect: connectIoRedis }
export const NODE_REDIS: ClientPackage = { name: 'redis', connect: connectNodeRedis }

/** Both packages. */
export const CLIENTS: readonly ClientPackage[] = [IO_REDIS, NODE_REDIS]

/** How many records of each kind keys are of. */
export function countRecords(keys: readonly string[]): RowCounts {
  const count = (pattern: RegExp): number => keys.filter((key) => pattern.test(key)).length
  return {
    users: count(/^\{user:[^}]*\}$/),
    accounts: count(/^\{account:/),
    sessions: count(/^\{user:[^}]*\}:session:/),
    verificationTokens: count(/^\{token:/),
  }
}

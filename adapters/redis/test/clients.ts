import { Redis } from 'ioredis'
import { createClient } from 'redis'
import type { IoRedisClient, NodeRedisClient, RedisClient } from '../src/index.ts'

/** A connection to the server of the test run, and a prefix nobody else has. */
export interface Connection {
  readonly client: RedisClient
  readonly prefix: string
  /** Names of the commands that were sent, in order. */
  readonly commands: readonly string[]
  /** Deletes what is under the prefix, and hangs up. */
  readonly close: () => Promise<void>
}

/** The URL of the server the tests may write to. */
export function redisUrl(): string {
  const url = process.env['LATCHSTRING_TEST_REDIS_URL']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'These tests need a Redis server and LATCHSTRING_TEST_REDIS_URL is not set. ' +
      '"npm test" starts one; "node tools/stores.mjs" starts one to keep and prints its URL.',
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
      const keys = await redis.keys(`{${prefix}}*`)
      return keys.map((key) => key.slice(prefix.length + 3)).toSorted()
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
  const keys = await outside.redis.keys(`{${prefix}}*`)
  if (keys.length > 0) await outside.redis.del(...keys)
  await outside.close()
}

const uniquePrefix = (): string => `test-${crypto.randomUUID()}`

/** Writes down the commands a client sends. */
export function listenToIoRedis(inner: IoRedisClient, commands: string[]): IoRedisClient {
  return {
    evalsha(...parameters) {
      commands.push('EVALSHA')
      return inner.evalsha(...parameters)
    },
    eval(...parameters) {
      commands.push('EVAL')
      return inner.eval(...parameters)
    },
  }
}

function listenToNodeRedis(inner: NodeRedisClient, commands: string[]): NodeRedisClient {
  return {
    evalSha(...parameters) {
      commands.push('EVALSHA')
      return inner.evalSha(...parameters)
    },
    eval(...parameters) {
      commands.push('EVAL')
      return inner.eval(...parameters)
    },
  }
}

/** Connects with `ioredis`. */
export async function connectIoRedis(prefix: string = uniquePrefix()): Promise<Connection> {
  const redis = new Redis(redisUrl(), { lazyConnect: true })
  await redis.connect()
  const commands: string[] = []
  return {
    client: listenToIoRedis(redis, commands),
    prefix,
    commands,
    async close() {
      await clear(prefix)
      await redis.quit()
    },
  }
}

/** Connects with `redis`. */
export async function connectNodeRedis(prefix: string = uniquePrefix()): Promise<Connection> {
  const redis = createClient({ url: redisUrl() })
  await redis.connect()
  const commands: string[] = []
  return {
    client: listenToNodeRedis(redis, commands),
    prefix,
    commands,
    async close() {
      await clear(prefix)
      await redis.close()
    },
  }
}

/** Both packages. */
export const CLIENTS: readonly {
  readonly name: string
  readonly connect: (prefix?: string) => Promise<Connection>
}[] = [
  { name: 'ioredis', connect: connectIoRedis },
  { name: 'redis', connect: connectNodeRedis },
]

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createStorage, type Driver, type Storage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'
import memoryDriver from 'unstorage/drivers/memory'
import redisDriver from 'unstorage/drivers/redis'

/** A storage of its own, empty, and what its driver is asked. */
export interface TestStorage {
  readonly storage: Storage
  /** Names of the methods of the driver that were called, in order. */
  readonly calls: readonly string[]
  readonly close: () => Promise<void>
}

/** A kind of storages. */
export interface TestDriver {
  readonly name: string
  /** Whether records expire when they get a `ttl`. */
  readonly ttl: boolean
  /** Whether several processes use one, as a rule. */
  readonly shared: boolean
  readonly version: () => Promise<string>
  readonly open: () => Promise<TestStorage>
}

// The declarations of the drivers say what they give in a way that only bundlers understand.
const openMemory: () => Driver = memoryDriver
const openFs: (options: { base: string }) => Driver = fsDriver
const openRedis: (options: { url: string; base: string }) => Driver = redisDriver

function redisUrl(): string {
  const url = process.env['LATCHSTRING_TEST_REDIS_URL']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'These tests need a Redis server and LATCHSTRING_TEST_REDIS_URL is not set. ' +
      '"npm test" starts one; "node tools/servers/stores.mjs" starts one to keep and prints its URL.',
  )
}

async function unstorageVersion(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return `unstorage ${/"unstorage": "(\d[^"]*)"/.exec(manifest)?.[1] ?? 'unknown'}`
}

async function redisVersion(): Promise<string> {
  const redis = new Redis(redisUrl())
  const version = /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown'
  await redis.quit()
  return `${await unstorageVersion()}, Redis ${version}`
}

function watch(driver: Driver, cleanUp: () => Promise<void>): TestStorage {
  const calls: string[] = []
  const watched = new Proxy(driver, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]): unknown => {
        calls.push(String(name))
        return Reflect.apply(member, target, parameters)
      }
    },
  })
  const storage = createStorage({ driver: watched })
  return {
    storage,
    calls,
    async close() {
      await storage.clear()
      await storage.dispose()
      await cleanUp()
    },
  }
}

/** The drivers that the adapter is tested with. */
export const DRIVERS: readonly TestDriver[] = [
  {
    name: 'memory',
    ttl: false,
    shared: false,
    version: unstorageVersion,
    open: () => Promise.resolve(watch(openMemory(), () => Promise.resolve())),
  },
  {
    name: 'fs',
    ttl: false,
    shared: false,
    version: unstorageVersion,
    async open() {
      const base = await mkdtemp(join(tmpdir(), 'latchstring-unstorage-'))
      return watch(openFs({ base }), () => rm(base, { recursive: true, force: true }))
    },
  },
  {
    name: 'redis',
    ttl: true,
    shared: true,
    version: redisVersion,
    open() {
      const base = `test-${crypto.randomUUID()}`
      return Promise.resolve(watch(openRedis({ url: redisUrl(), base }), () => Promise.resolve()))
    },
  },
]

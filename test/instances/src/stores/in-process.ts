import { dynamodbAdapter } from '@latchstring/adapter-dynamodb'
import { mongodbAdapter } from '@latchstring/adapter-mongodb'
import { connect as connectDynamodb } from '../../../../adapters/dynamodb/test/server.ts'
import { connect as connectFakeMongodb } from '../../../../adapters/mongodb/test/connection.ts'
import { unstorageAdapter } from '@latchstring/adapter-unstorage'
import { DRIVERS } from '../../../../adapters/unstorage/test/drivers.ts'
import type { LivingStore } from './living-store.ts'

/** DynamoDB as dynalite imitates it, whose table is restored from a backup. */
export async function startDynamodb(): Promise<LivingStore> {
  const connection = await connectDynamodb()
  let restore: (() => Promise<void>) | undefined
  return {
    open: async () => dynamodbAdapter(connection.another()),
    async snapshot() {
      restore = await connection.keep()
    },
    goBack: async () => restore?.(),
    async suspend() {
      const resume = connection.suspend()
      return async () => resume()
    },
    close: () => connection.close(),
  }
}

/** FAKE: MongoDB as far as the adapter's own tests imitate it. What passes here has not been tested against a server. */
export async function startFakeMongodb(): Promise<LivingStore> {
  const connection = await connectFakeMongodb()
  let restore: (() => void) | undefined
  return {
    async open() {
      const adapter = mongodbAdapter(connection.another())
      await adapter.createIndexes()
      return adapter
    },
    async snapshot() {
      restore = connection.server.keep()
    },
    goBack: async () => restore?.(),
    async suspend() {
      const resume = connection.server.suspend()
      return async () => resume()
    },
    close: () => connection.close(),
  }
}

/** Files of unstorage, which one process reads and writes by one adapter. */
export async function startFiles(): Promise<LivingStore> {
  const driver = DRIVERS.find(({ name }) => name === 'fs')
  if (!driver) throw new TypeError('There is no driver for files.')
  const { storage, close } = await driver.open()
  let isAway = false
  // Files do not go away by themselves: every call fails while they do.
  const failing = new Proxy(storage, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...parameters: unknown[]): Promise<unknown> => {
        if (isAway) throw new Error('The disk is away.')
        return Reflect.apply(member, target, parameters)
      }
    },
  })
  const adapter = unstorageAdapter(failing, { singleWriter: true })
  let kept: readonly (readonly [string, string | null])[] = []
  return {
    open: async () => adapter,
    async snapshot() {
      const keys = await storage.getKeys()
      kept = await Promise.all(
        keys.map(async (key) => [key, JSON.stringify(await storage.getItem(key))] as const),
      )
    },
    async goBack() {
      await storage.clear()
      for (const [key, value] of kept) await storage.setItem(key, JSON.parse(value ?? 'null'))
    },
    async suspend() {
      isAway = true
      return async () => {
        isAway = false
      }
    },
    close,
  }
}

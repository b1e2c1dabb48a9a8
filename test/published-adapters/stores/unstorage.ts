import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createStorage, type Driver } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import { openKeyspace } from './redis.ts'
import { type PublishedAdapter, serverUrl } from './store.ts'

export const unstorage: PublishedAdapter = {
  name: '@auth/unstorage-adapter',
  open() {
    const { prefix, client, watched } = openKeyspace()
    const url = serverUrl('LATCHSTRING_TEST_REDIS_URL')
    // Its types are those of another major version of the client than the one it runs with.
    const driver = redisDriver({ url }) as Driver
    const storage = createStorage({ driver })
    return Promise.resolve({
      adapter: UnstorageAdapter(storage, { baseKeyPrefix: prefix }),
      ...watched,
      async close() {
        await watched.clear()
        await storage.dispose()
        client.disconnect()
      },
    })
  },
}

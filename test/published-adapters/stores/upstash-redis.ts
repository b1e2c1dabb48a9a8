import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import { Redis } from '@upstash/redis'
import { openKeyspace } from './redis.ts'
import type { PublishedAdapter } from './store.ts'
import { startUpstashService } from './upstash-service.ts'

export const upstashRedis: PublishedAdapter = {
  name: '@auth/upstash-redis-adapter',
  async open() {
    const { prefix, client, watched } = openKeyspace()
    const service = await startUpstashService(client)
    const redis = new Redis({ url: service.url, token: 'any', enableTelemetry: false })
    return {
      adapter: UpstashRedisAdapter(redis, { baseKeyPrefix: prefix }),
      ...watched,
      version: async () =>
        `${await watched.version()} behind a service with the REST interface of Upstash`,
      async close() {
        await watched.clear()
        await service.close()
        client.disconnect()
      },
    }
  },
}

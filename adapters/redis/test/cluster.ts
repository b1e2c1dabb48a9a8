import { Cluster } from 'ioredis'
import { createCluster } from 'redis'
import { startRedisCluster } from '../../../tools/servers/stores.mjs'
import type { RedisClient } from '../src/index.ts'

/** A cluster of three nodes that no other test uses. */
export interface OwnCluster {
  readonly connect: Readonly<Record<'ioredis' | 'redis', () => Promise<RedisClient>>>
  /** The keys under a prefix on each node, without it. */
  keys(prefix: string): Promise<readonly (readonly string[])[]>
  /** What all nodes have of it in their lists of slots. */
  slotOf(key: string): Promise<number>
  version(): Promise<string>
  stop(): Promise<void>
}

/** Starts a cluster, and connects to it with the clients of both packages. */
export async function startCluster(): Promise<OwnCluster> {
  const { urls, stop } = await startRedisCluster()
  const hangUps: (() => unknown)[] = []
  const openIoRedis = async (): Promise<Cluster> => {
    const cluster = new Cluster([...urls], { lazyConnect: true })
    cluster.on('error', () => undefined)
    await cluster.connect()
    hangUps.push(() => cluster.disconnect())
    return cluster
  }
  const outside = await openIoRedis()
  return {
    connect: {
      ioredis: openIoRedis,
      async redis() {
        const cluster = createCluster({ rootNodes: urls.map((url) => ({ url })) })
        cluster.on('error', () => undefined)
        await cluster.connect()
        hangUps.push(() => cluster.destroy())
        return cluster
      },
    },
    async keys(prefix) {
      const nodes = outside.nodes('master')
      const found = await Promise.all(nodes.map((node) => node.keys(`${prefix}:*`)))
      return found.map((keys) => keys.map((key) => key.slice(prefix.length + 1)).toSorted())
    },
    slotOf: async (key) => Number(await outside.cluster('KEYSLOT', key)),
    async version() {
      return /^redis_version:(\S+)/m.exec(await outside.info('server'))?.[1] ?? 'unknown'
    },
    async stop() {
      for (const hangUp of hangUps.splice(0)) hangUp()
      await stop()
    },
  }
}

import { Redis } from 'ioredis'
import { findFreePort, startPrivateServer } from '../../../tools/private-server.mjs'
import { findProgram } from '../../../tools/programs.mjs'

/** A cluster of one node that has all slots. It treats keys as a large one does: those of a script share a slot. */
export async function startCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = findProgram('redis-server')
  if (program === undefined) {
    throw new Error(
      'This test needs the program redis-server. Install it: apt-get install redis-server',
    )
  }
  // By default the nodes talk on a port 10 000 higher, which may not exist.
  const bus = await findFreePort()
  const server = await startPrivateServer({
    name: 'Redis Cluster',
    accounts: ['redis', 'nobody'],
    command: (data, port) => {
      const options = {
        bind: '127.0.0.1',
        port: String(port),
        dir: data,
        save: '',
        'cluster-enabled': 'yes',
        'cluster-port': String(bus),
        'cluster-announce-ip': '127.0.0.1',
      }
      return [program, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])]
    },
    url: (port) => `redis://127.0.0.1:${port}`,
  })
  const redis = new Redis(server.url)
  await redis.cluster('ADDSLOTSRANGE', 0, 16_383)
  while (!(await redis.cluster('INFO')).includes('cluster_state:ok')) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  await redis.quit()
  return { url: server.url, stop: () => server.stop() }
}

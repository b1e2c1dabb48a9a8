import { testAdapter, writeReport } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { CONTROL, WITHOUT_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { countRecords } from '../test/clients.ts'
import { type OwnCluster, startCluster } from '../test/cluster.ts'
import { redisAdapter } from './index.ts'

let cluster: OwnCluster
runner.beforeAll(async () => {
  cluster = await startCluster()
})
runner.afterAll(() => cluster.stop())

async function countRows(prefix: string) {
  const keys = (await cluster.keys(prefix)).flat()
  return countRecords(keys)
}

for (const name of ['ioredis', 'redis'] as const) {
  const store = `Redis Cluster through ${name}`
  testAdapter({
    name: store,
    async create() {
      const prefix = `test-${crypto.randomUUID()}`
      return { ...redisAdapter(await cluster.connect[name](), { prefix }), prefix }
    },
    capabilities: { ...WITHOUT_TRANSACTIONS, ...CONTROL, ttl: true },
    countRows: ({ prefix }) => countRows(prefix),
    report: {
      adapter: 'redis',
      store,
      version: () => cluster.version(),
      write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
    },
    runner,
  })
}

import { type RowCounts, testAdapter, writeReport } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { sentDuring } from '../../../test/wire/statements.ts'
import { CONTROL, WITHOUT_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { redisAdapter } from '../src/index.ts'
import { type ClientPackage, type Connection, lookFromOutside, countRecords } from './clients.ts'

/** Counts the records under a prefix by their keys. */
async function countRows(prefix: string): Promise<RowCounts> {
  const outside = lookFromOutside()
  const keys = await outside.keys(prefix)
  await outside.close()
  return countRecords(keys)
}

async function version(): Promise<string> {
  const outside = lookFromOutside()
  try {
    return await outside.version()
  } finally {
    await outside.close()
  }
}

/** Runs the suite with a client of Redis. */
export function testClient({ name, connect }: ClientPackage): void {
  let current: Connection | undefined
  testAdapter({
    name: `Redis through ${name}`,
    async create() {
      const connection = await connect()
      current = connection
      const { client, prefix, close } = connection
      return { ...redisAdapter(client, { prefix }), prefix, close }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: { ...WITHOUT_TRANSACTIONS, ...CONTROL, ttl: true },
    countRows: ({ prefix }) => countRows(prefix),
    report: {
      adapter: 'redis',
      store: `Redis through ${name}`,
      version,
      write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
      async countQueries(work) {
        const commands = await sentDuring(current ?? { statements: [] }, work)
        // What brings a script to a server that does not have it comes once in the life of the server.
        return commands.filter((command) => command !== 'EVAL').length
      },
    },
    runner,
  })
}

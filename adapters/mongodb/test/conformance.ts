import { type RowCounts, testAdapter, writeReport } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { countOverAll } from '../../../test/wire/statements.ts'
import {
  CONTROL,
  MEMBER_OF_EACH_KIND,
  WITHOUT_TRANSACTIONS,
} from '../../../test/adapters/samples.ts'
import { type Connection, connect } from './connection.ts'
import { mongodbAdapter } from '../src/index.ts'

// Against a FAKE server: what passes here has not been tested against MongoDB.

function countRows({ server }: Connection): RowCounts {
  const count = (name: string): number => server.collections.get(name)?.length ?? 0
  return {
    users: count('users'),
    accounts: count('accounts'),
    sessions: count('sessions'),
    verificationTokens: count('verification_tokens'),
  }
}

/** Runs the suite; with a report where it goes through the core. */
export function testFakeServer(throughTheCore: boolean): void {
  const connections: Connection[] = []

  testAdapter({
    name: 'MongoDB (FAKE server)',
    async create() {
      const connection = await connect()
      connections.push(connection)
      const adapter = mongodbAdapter(connection.client)
      await adapter.createIndexes()
      return { ...adapter, connection }
    },
    destroy: ({ connection }) => connection.close(),
    capabilities: { ...WITHOUT_TRANSACTIONS, ...CONTROL },
    // None of them has to be declared to the adapter.
    userFields: MEMBER_OF_EACH_KIND,
    countRows: ({ connection }) => countRows(connection),
    throughTheCore,
    ...(throughTheCore && {
      report: {
        adapter: 'mongodb',
        store: 'FAKE in memory, not tested against a server',
        version: () => Promise.resolve('none (driver mongodb 7.8.0)'),
        write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
        countQueries: (work) => countOverAll(connections, work),
      },
    }),
    runner,
  })
}

import { type RowCounts, testAdapter, writeReport } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { countOverAll } from '../../../test/wire/statements.ts'
import {
  CONTROL,
  MEMBER_OF_EACH_KIND,
  WITHOUT_TRANSACTIONS,
} from '../../../test/adapters/samples.ts'
import { type Connection, connect, dynaliteVersion } from '../test/server.ts'
import { dynamodbAdapter } from './index.ts'

async function countRows(connection: Connection): Promise<RowCounts> {
  const rows = await connection.scan()
  const count = (attribute: string, prefix: string): number =>
    rows.filter((row) => String(row[attribute]).startsWith(prefix)).length
  return {
    users: count('sk', 'USER#'),
    accounts: count('sk', 'ACCOUNT#'),
    sessions: count('sk', 'SESSION#'),
    verificationTokens: count('pk', 'VT#'),
  }
}

const connections: Connection[] = []

testAdapter({
  name: 'DynamoDB',
  async create() {
    const connection = await connect()
    connections.push(connection)
    return { ...dynamodbAdapter(connection.client), connection }
  },
  destroy: ({ connection }) => connection.close(),
  capabilities: { ...WITHOUT_TRANSACTIONS, ...CONTROL },
  // None of them has to be declared to the adapter.
  userFields: MEMBER_OF_EACH_KIND,
  countRows: ({ connection }) => countRows(connection),
  report: {
    adapter: 'dynamodb',
    store: 'DynamoDB (dynalite)',
    version: () => Promise.resolve(dynaliteVersion()),
    write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
    countQueries: (work) => countOverAll(connections, work),
  },
  runner,
})

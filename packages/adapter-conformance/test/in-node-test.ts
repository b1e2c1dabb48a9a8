import * as runner from 'node:test'
import { testAdapter, writeReport } from '../src/index.ts'
import { createMemoryStore } from './memory-adapter.ts'
import { EVERYTHING } from './run-suite.ts'

// `node --test` runs this program after it is bundled.
const { adapter, countRows } = createMemoryStore()
const transactions = process.env['CONFORMANCE_CLAIM_LESS'] === undefined

testAdapter({
  name: 'memory in node:test',
  create: () => adapter,
  capabilities: { ...EVERYTHING, transactions },
  countRows,
  report: {
    store: 'memory',
    version: async () => '1',
    write: writeReport(process.env['CONFORMANCE_REPORTS'] ?? '.'),
  },
  runner,
})

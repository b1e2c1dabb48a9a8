import { type RowCounts, testAdapter, writeReport } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { DRIVERS } from '../test/drivers.ts'
import { type KeyValueStorage, unstorageAdapter } from './index.ts'

type Keys = Pick<KeyValueStorage, 'getKeys'>

/** Counts the records of a storage by their keys. */
async function countRows(storage: Keys): Promise<RowCounts> {
  // Once for all kinds: some drivers go through everything they have for any question.
  const keys = await storage.getKeys('latchstring')
  const count = (kind: string): number =>
    keys.filter((key) => key.startsWith(`latchstring:${kind}:`)).length
  return {
    users: count('user'),
    accounts: count('account'),
    sessions: count('session'),
    verificationTokens: count('token'),
  }
}

/** The drivers as anybody can use them, and those of a single process as one who writes alone. */
const STORES = [
  ...DRIVERS.map((driver) => ({ ...driver, singleWriter: false })),
  ...DRIVERS.filter(({ shared }) => !shared).map((driver) => ({
    ...driver,
    name: `${driver.name}, single writer`,
    singleWriter: true,
  })),
]

for (const { name, ttl, singleWriter, version, open } of STORES) {
  let calls: readonly string[] = []
  testAdapter({
    name: `driver ${name}`,
    async create() {
      const opened = await open()
      const { storage, close } = opened
      calls = opened.calls
      return { ...unstorageAdapter(storage, { ttl, singleWriter }), storage, close }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: {
      sessions: true,
      verificationTokens: true,
      webauthn: true,
      ttl,
      revocation: true,
      accountUpdates: true,
      uniqueConstraints: singleWriter,
      uniqueTokens: singleWriter,
      atomicConsume: singleWriter,
      compareAndSet: singleWriter,
    },
    countRows: ({ storage }) => countRows(storage),
    report: {
      adapter: 'unstorage',
      store: `driver ${name}`,
      version,
      async countQueries(work) {
        const before = calls.length
        await work()
        return calls.length - before
      },
      queriesPerSessionCheck: 1,
      write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
    },
    // Whoever writes alone does the same with every driver.
    throughTheCore: !singleWriter || name.startsWith('memory'),
    runner,
  })
}

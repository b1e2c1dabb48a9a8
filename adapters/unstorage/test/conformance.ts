import { type RowCounts, testAdapter, writeReport } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import type { TestDriver } from './drivers.ts'
import { type KeyValueStorage, unstorageAdapter } from '../src/index.ts'

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

/** A driver, as several writers use it or one that writes alone. */
export interface TestedStore {
  readonly driver: TestDriver
  readonly singleWriter: boolean
  /** Whether the suite signs in through the core as well. */
  readonly throughTheCore: boolean
}

/** Runs the suite with a driver. */
export function testDriver({ driver, singleWriter, throughTheCore }: TestedStore): void {
  const { ttl, version, open } = driver
  const name = singleWriter ? `${driver.name}, single writer` : driver.name
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
      authenticatorUse: singleWriter,
      authenticatorDeletion: true,
      records: singleWriter,
      uniqueConstraints: singleWriter,
      uniqueTokens: singleWriter,
      tokenReads: singleWriter,
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
    throughTheCore,
    runner,
  })
}

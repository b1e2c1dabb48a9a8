import type { Adapter, RecordTable } from '@latchstring/core/adapters'
import { onTestFinished } from 'vitest'
import { withIdsOfTests } from './own-ids.ts'
import { OTHERS } from './stores.ts'

/** Stores that are opened for each test of a flow. Prisma generates a client for each, which takes too long for that. */
const MONGODB = 'MongoDB (FAKE server)'
const NAMES = ['PostgreSQL', 'MariaDB', 'Redis', 'DynamoDB (dynalite)', MONGODB]

/** Runs scenes over each store, which is opened empty for a test and ends with it. */
export function overOtherStores(
  tables: readonly RecordTable[],
  scenes: (name: string, open: () => Promise<Adapter>) => void,
): void {
  for (const { name, open } of OTHERS.filter((one) => NAMES.includes(one.name))) {
    scenes(name, async () => {
      const { adapter, close } = await open(tables)
      onTestFinished(async () => void (await close()))
      // Users of MongoDB have ids of its own form.
      return name === MONGODB ? withIdsOfTests(adapter) : adapter
    })
  }
}

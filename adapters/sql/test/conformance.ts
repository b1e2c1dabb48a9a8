import { testAdapter } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { CONTROL, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import type { OpenSqlAdapterOptions } from '../src/index.ts'
import { openMigrated } from './open-migrated.ts'
import type { TestDatabase } from './stores.ts'

/** A database that is opened by its URL. */
export interface ByUrl {
  readonly name: string
  readonly create: () => Promise<TestDatabase>
  readonly options?: OpenSqlAdapterOptions
  /** Whether the suite signs in through the core as well. */
  readonly throughTheCore: boolean
}

/** Runs the suite over a database that is opened by its URL. */
export function testByUrl({ name, create, options = {}, throughTheCore }: ByUrl): void {
  testAdapter({
    name: `${name}, opened by URL`,
    create: async () => openMigrated(await create(), options),
    destroy: (adapter) => adapter.close(),
    capabilities: { ...WITH_TRANSACTIONS, ...(options.sessionControl === true ? CONTROL : {}) },
    throughTheCore,
    runner,
  })
}

import { testAdapter } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { DATABASES } from '../test/stores.ts'
import { openSqlAdapter } from './index.ts'

const capabilities = {
  sessions: true,
  verificationTokens: true,
  webauthn: true,
  atomicConsume: true,
  transactions: true,
  uniqueConstraints: true,
  compareAndSet: true,
  revocation: true,
  accountUpdates: true,
} as const

for (const { dialect, create } of DATABASES) {
  testAdapter({
    name: `${dialect} opened by URL`,
    async create() {
      const database = await create()
      const adapter = openSqlAdapter(database.url)
      await adapter.migrate()
      const close = async (): Promise<void> => {
        await adapter.close()
        await database.drop()
      }
      return { ...adapter, close }
    },
    destroy: (adapter) => adapter.close(),
    capabilities,
    runner,
  })
}

testAdapter({
  name: 'sqlite in memory',
  async create() {
    const adapter = openSqlAdapter(':memory:')
    await adapter.migrate()
    return adapter
  },
  destroy: (adapter) => adapter.close(),
  capabilities,
  runner,
})

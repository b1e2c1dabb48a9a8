import { testAdapter } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { createStatement } from '../test/create-statements.ts'
import { createDatabase } from '../test/databases.ts'
import { findDriver } from '../test/drivers.ts'
import { PUBLISHED_TABLES } from '../test/published-tables.ts'
import { drizzleAdapter } from './index.ts'

for (const dialect of ['postgres', 'mysql', 'sqlite'] as const) {
  testAdapter({
    name: `${dialect}, tables of the adapter for next-auth`,
    async create() {
      const database = await createDatabase(dialect)
      const schema = PUBLISHED_TABLES[dialect]
      const { users, accounts, sessions, verificationTokens, authenticators } = schema
      const tables = [users, accounts, sessions, verificationTokens, authenticators]
      await database.run(tables.map(createStatement))
      const { db, close } = findDriver(dialect).connect(database.url)
      return {
        ...drizzleAdapter(db, { schema }),
        async close() {
          await close()
          await database.drop()
        },
      }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: WITH_TRANSACTIONS,
    throughTheCore: dialect === 'sqlite',
    runner,
    ids: 'uuid',
    // The tables for MySQL keep whole seconds.
    ...(dialect === 'mysql' ? { datePrecision: 1000 } : {}),
  })
}

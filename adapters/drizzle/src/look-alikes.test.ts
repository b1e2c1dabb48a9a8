import { testAdapter } from '@latchstring/adapter-conformance'
import { describeSchema } from '@latchstring/schema'
import * as runner from 'vitest'
import { LAX_TABLES } from '../../../test/collations/lax-tables.ts'
import { onlyComparing } from '../../../test/collations/some-groups.ts'
import { WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { createDatabase } from '../test/databases.ts'
import { findDriver } from '../test/drivers.ts'
import { importSchema } from '../test/written-schema.ts'
import { drizzleAdapter } from './index.ts'

for (const { name, dialect, keepsBoth, statements } of LAX_TABLES) {
  testAdapter({
    name,
    async create() {
      const database = await createDatabase(dialect)
      const described = describeSchema()
      await database.run(statements(described))
      const { db, close } = findDriver(dialect).connect(database.url)
      return {
        ...drizzleAdapter(db, { schema: await importSchema(dialect, described) }),
        async close() {
          await close()
          await database.drop()
        },
      }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: WITH_TRANSACTIONS,
    refusesLookAlikes: !keepsBoth,
    runner: onlyComparing(runner),
  })
}

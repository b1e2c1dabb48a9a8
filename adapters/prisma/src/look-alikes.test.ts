import { testAdapter } from '@latchstring/adapter-conformance'
import { describeSchema, prismaSchema, type Schema } from '@latchstring/schema'
import * as runner from 'vitest'
import { LAX_TABLES } from '../../../test/collations/lax-tables.ts'
import { onlyComparing } from '../../../test/collations/some-groups.ts'
import { WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { createDatabase } from '../test/databases.ts'
import { generateClient } from '../test/generated-client.ts'
import { prismaAdapter } from './index.ts'

/** As Prisma makes them: it has no index without regard to letter case. */
function described(): Schema {
  const schema = describeSchema()
  const tables = schema.tables.map((table) => ({
    ...table,
    indexes: table.indexes.map((index) => ({ ...index, ignoresCase: false })),
  }))
  return { ...schema, tables }
}

const LAX = LAX_TABLES.filter(({ dialect }) => dialect === 'postgres')

for (const [index, { name, statements }] of LAX.entries()) {
  const joins = index === 0
  testAdapter({
    name: `${name}, ${joins ? 'with' : 'without'} joins`,
    async create() {
      const database = await createDatabase()
      await database.run(statements(described()))
      const generated = await generateClient(prismaSchema('postgres', described()), { joins })
      const connected = generated.connect(database.url)
      return {
        ...prismaAdapter(connected.client),
        async close() {
          await connected.close()
          await generated.remove()
          await database.drop()
        },
      }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: WITH_TRANSACTIONS,
    refusesLookAlikes: true,
    runner: onlyComparing(runner),
  })
}

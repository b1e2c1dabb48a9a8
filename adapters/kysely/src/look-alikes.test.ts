import { testAdapter } from '@latchstring/adapter-conformance'
import { describeSchema } from '@latchstring/schema'
import { Kysely, sql } from 'kysely'
import * as runner from 'vitest'
import { LAX_TABLES } from '../../../test/collations/lax-tables.ts'
import { onlyComparing } from '../../../test/collations/some-groups.ts'
import { WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { openPostgres, openSqlite } from '../test/stores.ts'
import { kyselyAdapter } from './index.ts'

const OPEN = { postgres: openPostgres, sqlite: openSqlite }

for (const dialect of ['postgres', 'sqlite'] as const) {
  const tables = LAX_TABLES.find((one) => one.dialect === dialect)
  if (tables === undefined) throw new Error(`There are no tables for ${dialect}.`)
  testAdapter({
    name: tables.name,
    async create() {
      const store = await OPEN[dialect]()
      const db = new Kysely<object>({ dialect: store.dialect })
      for (const statement of tables.statements(describeSchema())) {
        await sql.raw(statement).execute(db)
      }
      const close = async (): Promise<void> => {
        await db.destroy()
        await store.drop()
      }
      return { ...kyselyAdapter(db), close }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: WITH_TRANSACTIONS,
    refusesLookAlikes: true,
    runner: onlyComparing(runner),
  })
}

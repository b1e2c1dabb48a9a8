import { testAdapter } from '@latchstring/adapter-conformance'
import { describeSchema } from '@latchstring/schema'
import { sql } from 'kysely'
import * as runner from 'vitest'
import { LAX_TABLES } from '../../../test/collations/lax-tables.ts'
import { onlyComparing } from '../../../test/collations/some-groups.ts'
import { WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { record } from '../test/recording.ts'
import { DATABASES } from '../test/stores.ts'
import { sqlAdapter } from './index.ts'

for (const { name, dialect, keepsBoth, statements } of LAX_TABLES) {
  testAdapter({
    name,
    async create() {
      const database = DATABASES.find((one) => one.dialect === dialect)
      if (database === undefined) throw new Error(`There is no database for ${dialect}.`)
      const created = await database.create()
      const { db } = record(dialect, created.url)
      for (const statement of statements(describeSchema())) await sql.raw(statement).execute(db)
      const close = async (): Promise<void> => {
        await db.destroy()
        await created.drop()
      }
      return { ...sqlAdapter({ db, dialect }), close }
    },
    destroy: (adapter) => adapter.close(),
    capabilities: WITH_TRANSACTIONS,
    refusesLookAlikes: !keepsBoth,
    runner: onlyComparing(runner),
  })
}

import { openSqlAdapter } from '@latchstring/adapter-sql'
import { onTestFinished } from 'vitest'
import { ENDS_TABLES } from './src/ends-world.ts'
import { whatEndsWhat } from './src/what-ends-what.ts'

// With the other strategy, and over other stores, in `test/records`.
whatEndsWhat(
  'SQLite',
  async () => {
    const adapter = openSqlAdapter(':memory:', { sessionControl: true, records: ENDS_TABLES })
    onTestFinished(() => adapter.close())
    await adapter.migrate()
    return adapter
  },
  ['database'],
)

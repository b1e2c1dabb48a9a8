import { describe, it } from 'vitest'
import { expectDeletedWhole } from '../../../test/adapters/expectations.ts'
import { createStatement } from '../test/create-statements.ts'
import { createDatabase } from '../test/databases.ts'
import { findDriver } from '../test/drivers.ts'
import { PUBLISHED_TABLES } from '../test/published-tables.ts'
import { drizzleAdapter } from './index.ts'

describe.each(['postgres', 'mysql', 'sqlite'] as const)(
  'drizzleAdapter on %s without the table of authenticators',
  (kind) => {
    it('finds users in any letter case, and deletes a user with accounts and sessions (SES-11)', async () => {
      const database = await createDatabase(kind)
      const { authenticators: _, ...schema } = PUBLISHED_TABLES[kind]
      await database.run(Object.values(schema).map(createStatement))
      const { db, close } = findDriver(kind).connect(database.url)
      try {
        await expectDeletedWhole(drizzleAdapter(db, { schema }))
      } finally {
        await close()
        await database.drop()
      }
    })
  },
)

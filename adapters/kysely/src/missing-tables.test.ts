import { describeSchema, tableSql } from '@latchstring/schema'
import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openPostgres, openSqlite } from '../test/stores.ts'
import { kyselyAdapter } from './index.ts'

describe.each([
  { dialect: 'sqlite', open: openSqlite },
  { dialect: 'postgres', open: openPostgres },
] as const)(
  'kyselyAdapter on $dialect without the table of authenticators',
  ({ dialect, open }) => {
    it('deletes a user with accounts and sessions, and says what passkeys need (SES-11)', async () => {
      const store = await open()
      const db = new Kysely<object>({ dialect: store.dialect })
      try {
        const schema = describeSchema()
        for (const table of schema.tables.filter(({ key }) => key !== 'authenticators')) {
          for (const statement of tableSql(dialect, schema, table)) {
            await sql.raw(statement).execute(db)
          }
        }
        const adapter = kyselyAdapter(db)
        const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }
        await adapter.createUser(user)
        const expires = new Date('2030-01-02T03:04:05.678Z')
        await adapter.createSession({ sessionToken: 'one', userId: user.id, expires })
        await adapter.deleteUser(user.id)
        expect(await adapter.getUserByEmail('ada@example.com')).toBeNull()
        expect(await adapter.getSessionAndUser('one')).toBeNull()
        await expect(adapter.getAuthenticator('any')).rejects.toThrow('latchstring migrate --apply')
      } finally {
        await db.destroy()
        await store.drop()
      }
    })
  },
)

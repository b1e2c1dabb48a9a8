import { describe, expect, it } from 'vitest'
import { createStatement } from '../test/create-statements.ts'
import { createDatabase } from '../test/databases.ts'
import { findDriver } from '../test/drivers.ts'
import { PUBLISHED_TABLES } from '../test/published-tables.ts'
import { drizzleAdapter } from './index.ts'

describe.each(['postgres', 'mysql', 'sqlite'] as const)(
  'Tables without passkeys, in %s',
  (kind) => {
    it('give users in any letter case, and lose them with accounts and sessions (SES-11)', async () => {
      const database = await createDatabase(kind)
      const { authenticators: _, ...schema } = PUBLISHED_TABLES[kind]
      await database.run(Object.values(schema).map(createStatement))
      const { db, close } = findDriver(kind).connect(database.url)
      try {
        const adapter = drizzleAdapter(db, { schema })
        const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }
        const { id: userId } = await adapter.createUser(user)
        const account = { provider: 'github', providerAccountId: '42' }
        await adapter.linkAccount({ ...account, type: 'oauth', userId })
        const expires = new Date('2030-01-02T03:04:05Z')
        await adapter.createSession({ sessionToken: 'one', userId, expires })
        expect((await adapter.getUserByEmail('ADA@example.com'))?.id).toBe(userId)
        await adapter.deleteUser(userId)
        expect(await adapter.getUserByAccount(account)).toBeNull()
        expect(await adapter.getSessionAndUser('one')).toBeNull()
        expect(await adapter.getUser(userId)).toBeNull()
      } finally {
        await close()
        await database.drop()
      }
    })
  },
)

import { describe, expect, it } from 'vitest'
import { createStatement } from '../test/create-statements.ts'
import { createDatabase } from '../test/databases.ts'
import { findDriver } from '../test/drivers.ts'
import { PUBLISHED_TABLES } from '../test/published-tables.ts'
import { drizzleAdapter } from './index.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const [PAST, FUTURE] = [new Date('2025-12-31T23:59:59Z'), new Date('2026-01-01T00:00:01Z')]

describe.each(['postgres', 'mysql', 'sqlite'] as const)(
  'drizzleAdapter.deleteExpired on %s',
  (kind) => {
    it('deletes expired sessions and verification tokens in batches and returns their number (PERF-16)', async () => {
      const database = await createDatabase(kind)
      const schema = PUBLISHED_TABLES[kind]
      await database.run(Object.values(schema).map(createStatement))
      const { db, close } = findDriver(kind).connect(database.url)
      try {
        const adapter = drizzleAdapter(db, { schema })
        const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }
        const { id: userId } = await adapter.createUser(user)
        for (const [index, expires] of [PAST, NOW, FUTURE].entries()) {
          await adapter.createSession({ sessionToken: `session ${index}`, userId, expires })
          const token = { identifier: 'ada@example.com', token: `token ${index}`, expires }
          await adapter.createVerificationToken(token)
        }
        expect(await adapter.deleteExpired(NOW)).toEqual({ sessions: 2, verificationTokens: 2 })
        expect(await adapter.deleteExpired(NOW)).toEqual({ sessions: 0, verificationTokens: 0 })
        expect(await adapter.getSessionAndUser('session 2')).not.toBeNull()
        for (const index of Array.from({ length: 130 }).keys()) {
          const expires = new Date(NOW.getTime() - index * 1000)
          await adapter.createSession({ sessionToken: `many ${index}`, userId, expires })
          const token = { identifier: 'ada@example.com', token: `many ${index}`, expires }
          await adapter.createVerificationToken(token)
        }
        const some = await adapter.deleteExpired({ now: NOW, limit: 3 })
        expect(some).toEqual({ sessions: 3, verificationTokens: 0 })
        expect(await adapter.getSessionAndUser('many 129')).toBeNull()
        expect(await adapter.getSessionAndUser('many 126')).not.toBeNull()
        const rest = await adapter.deleteExpired({ now: NOW })
        expect(rest).toEqual({ sessions: 127, verificationTokens: 130 })
        expect(await adapter.getSessionAndUser('session 2')).not.toBeNull()
        const { users, accounts } = schema
        const bare = drizzleAdapter(db, { schema: { users, accounts } })
        expect(await bare.deleteExpired()).toEqual({ sessions: 0, verificationTokens: 0 })
      } finally {
        await close()
        await database.drop()
      }
    })
  },
)

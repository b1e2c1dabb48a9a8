import { describe, expect, it } from 'vitest'
import { createDatabase } from '../test/databases.ts'
import { generateClient } from '../test/generated-client.ts'
import { PUBLISHED_MODELS, PUBLISHED_TABLES } from '../test/published-models.ts'
import { prismaAdapter } from './index.ts'

describe('Models without passkeys', () => {
  it('give users in any letter case, and lose them with accounts and sessions (SES-11)', async () => {
    const database = await createDatabase()
    await database.run(PUBLISHED_TABLES.filter((statement) => !/"Authenticator/.test(statement)))
    const models = PUBLISHED_MODELS.replace(/model Authenticator \{[^}]*\}/, '').replace(
      /\n *Authenticator Authenticator\[\]/,
      '',
    )
    const generated = await generateClient(models, { joins: false })
    const connected = generated.connect(database.url)
    try {
      const adapter = prismaAdapter(connected.client)
      expect(adapter).not.toHaveProperty('getAuthenticator')
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
      await connected.close()
      await generated.remove()
      await database.drop()
    }
  })
})

import { describe, expect, it } from 'vitest'
import { expectDeletedWhole } from '../../../test/adapters/expectations.ts'
import { createDatabase } from '../test/databases.ts'
import { generateClient } from '../test/generated-client.ts'
import { PUBLISHED_MODELS, PUBLISHED_TABLES } from '../test/published-models.ts'
import { prismaAdapter } from './index.ts'

describe('prismaAdapter without the model of authenticators', () => {
  it('finds users in any letter case, and deletes a user with accounts and sessions (SES-11)', async () => {
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
      await expectDeletedWhole(adapter)
    } finally {
      await connected.close()
      await generated.remove()
      await database.drop()
    }
  })
})

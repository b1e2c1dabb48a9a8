import { AdapterError } from '@latchstring/core/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record } from '../test/recording.ts'
import { createPostgresDatabase, type TestDatabase } from '../test/stores.ts'
import { type OpenSqlAdapter, openSqlAdapter } from './index.ts'

const LEVELS = ['read committed', 'repeatable read', 'serializable'] as const

describe.each(LEVELS)('PostgreSQL whose default isolation level is %s', (level) => {
  let database: TestDatabase
  let adapter: OpenSqlAdapter

  beforeAll(async () => {
    database = await createPostgresDatabase()
    const { db } = record('postgres', database.url)
    const name = sql.id(new URL(database.url).pathname.slice(1))
    await sql`alter database ${name} set default_transaction_isolation = ${sql.lit(level)}`.execute(
      db,
    )
    await db.destroy()
    adapter = openSqlAdapter(database.url, { sessionControl: true })
    await adapter.migrate()
  })

  afterAll(async () => {
    await adapter.close()
    await database.drop()
  })

  it('allows as many of 32 simultaneous spends as a budget has points (LIM-08)', async () => {
    const { spend } = adapter
    if (spend === undefined) throw new Error('Nothing is counted.')
    const now = Date.now()
    const budget = { key: 'one', interval: 60_000, burst: 24 * 60_000, now }
    const spent = await Promise.all(Array.from({ length: 32 }, () => spend(budget)))
    expect(spent.filter(({ allowed }) => allowed)).toHaveLength(24)
  })

  it.each([
    ['as it is', (error: unknown) => error],
    // Flows of the library call the adapter so in a transaction.
    ['in an error of the library', (err: Error) => new AdapterError('It failed.', { err })],
  ])(
    'runs each of 16 simultaneous transactions that change one user, where a conflict is thrown %s',
    async (_name, toThrown) => {
      const user = { id: 'ada', email: 'ada@example.com', emailVerified: null }
      await adapter.createUser(user)
      await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          adapter.transaction(async (within) => {
            const change = { id: 'ada', name: `Ada ${index}` }
            await within.updateUser(change).catch((error: Error) => {
              throw toThrown(error)
            })
            await within.linkAccount({
              userId: 'ada',
              type: 'oauth',
              provider: 'acme',
              providerAccountId: String(index),
            })
          }),
        ),
      )
      expect(await adapter.listAccountsByUserId('ada')).toHaveLength(16)
      await adapter.deleteUser('ada')
    },
  )
})

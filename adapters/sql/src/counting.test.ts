import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentDuring } from '../../../test/wire/statements.ts'
import { record } from '../test/recording.ts'
import { DATABASES, type TestDatabase } from '../test/stores.ts'
import { type Traffic, listenTo } from '../test/traffic.ts'
import { type SqlAdapter, sqlAdapter } from './index.ts'

const newUser = () => ({
  id: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.com`,
  emailVerified: null,
})

const insert: unknown = expect.stringMatching(/^insert into .users/)
const select: unknown = expect.stringMatching(/^select /)

/**
 * What a transaction of one insert is. `@libsql/client` begins it with a statement of its own, which the adapter then
 * replaces by one that takes the write lock; on MariaDB Kysely sets the isolation level of each.
 */
const TRANSACTIONS = {
  sqlite: ['BEGIN DEFERRED', 'commit', 'begin immediate', insert, 'COMMIT'],
  postgres: ['begin', insert, 'commit'],
  mysql: ['set transaction isolation level read committed', 'begin', insert, 'commit'],
} as const

describe.each(DATABASES)('the list of statements sent to $dialect', ({ dialect, create }) => {
  let database: TestDatabase
  let traffic: Traffic
  let db: Kysely<object>
  let adapter: SqlAdapter

  beforeAll(async () => {
    database = await create()
    traffic = await listenTo(dialect, database.url)
    db = record(dialect, traffic.url).db
    adapter = sqlAdapter({ db, dialect })
    await adapter.migrate()
  })
  afterAll(async () => {
    await db.destroy()
    await traffic.close()
    await database.drop()
  })

  it('includes BEGIN and COMMIT of a transaction', async () => {
    const sent = await sentDuring(traffic, () =>
      adapter.transaction((within) => within.createUser(newUser())),
    )
    expect(sent).toEqual(TRANSACTIONS[dialect])
  })

  it('includes the ROLLBACK of a transaction', async () => {
    const failing = () =>
      expect(
        adapter.transaction(async (within) => {
          await within.createUser(newUser())
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    const sent = await sentDuring(traffic, failing)
    expect(sent.slice(0, -1)).toEqual(TRANSACTIONS[dialect].slice(0, -1))
    expect(sent.at(-1)).toMatch(/^rollback$/i)
  })

  it('counts a single statement as one', async () => {
    expect(await sentDuring(traffic, () => adapter.getUser('nobody'))).toEqual([select])
  })
})

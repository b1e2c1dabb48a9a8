import { PGlite } from '@electric-sql/pglite'
import { testAdapter } from '@latchstring/adapter-conformance'
import { Kysely } from 'kysely'
import * as runner from 'vitest'
import { type Listening, countDuring, sentDuring } from '../../../test/wire/statements.ts'
import { CONTROL, RECORDS, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { USER_FIELDS, VERSION, countRows, readVersion, write } from '../test/subjects.ts'
import { listenToPglite } from '../test/traffic.ts'
import { isUniqueViolation, sqlAdapter } from './index.ts'
import { pgliteAdapter, pgliteDialect } from './pglite.ts'

const { afterAll, beforeAll, describe, expect, it } = runner

// A cold start takes seconds, so that all share one instance.
let pglite: PGlite
let listening: Listening
let db: Kysely<object>

beforeAll(async () => {
  pglite = await PGlite.create()
  listening = listenToPglite(pglite)
  db = new Kysely<object>({ dialect: pgliteDialect(pglite) })
}, 120_000)

afterAll(async () => {
  await pglite?.close()
})

testAdapter({
  name: 'PGlite',
  async create() {
    const adapter = sqlAdapter({
      db,
      dialect: 'postgres',
      userFields: USER_FIELDS,
      sessionControl: true,
      records: RECORDS,
    })
    await adapter.migrate()
    return adapter
  },
  capabilities: { ...WITH_TRANSACTIONS, ...CONTROL },
  runner,
  userFields: USER_FIELDS,
  countRows: () => countRows(db),
  report: {
    adapter: 'sql',
    store: 'PGlite',
    version: () => readVersion(db, VERSION.postgres),
    write,
    countQueries: (work) => countDuring(listening, work),
  },
})

describe('the adapter for an instance of PGlite', () => {
  const tables = { migrations: 'other_migrations', users: 'other_users' } as const
  const names = {
    ...tables,
    accounts: 'other_accounts',
    sessions: 'other_sessions',
    verificationTokens: 'other_tokens',
    authenticators: 'other_authenticators',
  }
  const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }

  it('creates its tables, stores users, and reports a duplicate as a unique violation', async () => {
    const adapter = pgliteAdapter(pglite, { tables: names })
    expect(await adapter.migrate()).toEqual([1])
    await adapter.createUser(user)
    const error: unknown = await adapter.createUser(user).catch((reason: unknown) => reason)
    expect(isUniqueViolation(error)).toBe(true)
  })

  it('keeps statements of the application out of its transactions', async () => {
    const adapter = pgliteAdapter(pglite, { tables: names })
    let outside: Promise<unknown> = Promise.resolve()
    const failure = new Error('the work failed')
    await expect(
      adapter.transaction(async (within) => {
        await within.updateUser({ id: user.id, name: 'Ada' })
        outside = pglite.query('create table of_the_application (id integer)')
        await within.getUser(user.id)
        throw failure
      }),
    ).rejects.toBe(failure)
    await outside
    expect((await pglite.query('select * from of_the_application')).rows).toEqual([])
    expect(await adapter.getUser(user.id)).toMatchObject({ name: null })
  })

  it('sends BEGIN, the statements and COMMIT for a transaction', async () => {
    const adapter = pgliteAdapter(pglite, { tables: names })
    // Once, it asks for the schema of its tables.
    await adapter.getUser(user.id)
    const grace = { id: crypto.randomUUID(), email: 'grace@example.com', emailVerified: null }
    const create = () => adapter.transaction((within) => within.createUser(grace))
    const insert: unknown = expect.stringMatching(/^insert into "other_users"/)
    expect(await sentDuring(listening, create)).toEqual(['BEGIN', insert, 'COMMIT'])
  })
})

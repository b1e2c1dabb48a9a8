import { testAdapter } from '@latchstring/adapter-conformance'
import { Kysely } from 'kysely'
import postgres from 'postgres'
import * as runner from 'vitest'
import { type Relay, openRelay } from '../../../test/wire/relay.ts'
import { countDuring, sentDuring } from '../../../test/wire/statements.ts'
import { CONTROL, RECORDS, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { createPostgresDatabase } from '../test/stores.ts'
import { USER_FIELDS, VERSION, countRows, readVersion, write } from '../test/subjects.ts'
import { sqlAdapter } from './index.ts'
import { postgresJsAdapter, postgresJsDialect } from './postgres-js.ts'

const { describe, expect, it, onTestFinished } = runner

const overPostgresJs = async () => {
  const database = await createPostgresDatabase()
  const relay = await openRelay(database.url)
  const instance = postgres(relay.url, { max: 5, onnotice: () => undefined })
  const drop = async (): Promise<void> => {
    await instance.end()
    await relay.close()
    await database.drop()
  }
  return { instance, relay, drop }
}

testAdapter({
  name: 'an instance of postgres.js',
  async create() {
    const { instance, drop } = await overPostgresJs()
    const adapter = postgresJsAdapter(instance, { sessionControl: true, records: RECORDS })
    await adapter.migrate()
    return { ...adapter, close: drop }
  },
  destroy: (adapter) => adapter.close(),
  capabilities: { ...WITH_TRANSACTIONS, ...CONTROL },
  throughTheCore: false,
  runner,
})

const opened: { readonly db: Kysely<object>; readonly relay: Relay }[] = []
const current = () => {
  const [found] = opened
  if (found === undefined) throw new Error('nothing is open')
  return found
}

testAdapter({
  name: 'Kysely over postgres.js',
  async create() {
    const { instance, relay, drop } = await overPostgresJs()
    const db = new Kysely<object>({ dialect: postgresJsDialect(instance) })
    opened.push({ db, relay })
    const adapter = sqlAdapter({ db, dialect: 'postgres', userFields: USER_FIELDS })
    await adapter.migrate()
    return { ...adapter, close: drop }
  },
  destroy: (adapter) => adapter.close(),
  capabilities: WITH_TRANSACTIONS,
  runner,
  userFields: USER_FIELDS,
  countRows: () => countRows(current().db),
  report: {
    adapter: 'sql',
    store: 'PostgreSQL through postgres.js',
    version: () => readVersion(current().db, VERSION.postgres),
    write,
    countQueries: (work) => countDuring(current().relay, work),
  },
})

describe.each(['26000', '42P05'])(
  'a prepared statement that PostgreSQL refuses with %s',
  (code) => {
    it('causes an error that names poolers in transaction mode and the setting', async () => {
      const refuse = () =>
        Promise.reject(Object.assign(new Error('prepared statement "x"'), { code }))
      // In place of a pooler, which is not there in this test.
      const refusing = { unsafe: refuse, reserve: refuse }
      const reading = postgresJsAdapter(refusing).getUser('x')
      await expect(reading).rejects.toThrow(/pooler in transaction mode.*\?prepare=false/i)
    })
  },
)

describe('the list of statements sent through postgres.js', () => {
  it('includes BEGIN and COMMIT of a transaction', async () => {
    const { instance, relay, drop } = await overPostgresJs()
    onTestFinished(drop)
    const adapter = postgresJsAdapter(instance)
    await adapter.migrate()
    const ada = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }
    const create = () => adapter.transaction((within) => within.createUser(ada))
    const insert: unknown = expect.stringMatching(/^insert into "users"/)
    expect(await sentDuring(relay, create)).toEqual(['begin', insert, 'commit'])
  })
})

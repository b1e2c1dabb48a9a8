/** Runs the suite over node:sqlite, as a program of a Node that has it. */
import assert from 'node:assert/strict'
import * as runner from 'node:test'
import { testAdapter } from '@latchstring/adapter-conformance'
import { Kysely } from 'kysely'
import { listenToSqlite, type SqliteListening } from '../../../test/wire/sqlite.ts'
import { countDuring, sentDuring } from '../../../test/wire/statements.ts'
import { CONTROL, RECORDS, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { sqlAdapter } from '../src/index.ts'
import { nodeSqliteUrlDialect } from '../src/lib/open-node-sqlite.ts'
import { type NodeSqliteDatabase, nodeSqliteAdapter } from '../src/node-sqlite.ts'
import { USER_FIELDS, VERSION, countRows, readVersion, write } from './subjects.ts'
import { openMigrated } from './open-migrated.ts'
import { createSqliteFile } from './sqlite-file.ts'

const driver = 'node:sqlite'

testAdapter({
  name: 'a file opened by URL',
  create: async () =>
    openMigrated(await createSqliteFile(), {
      driver,
      ids: 'integer',
      userFields: USER_FIELDS,
      sessionControl: true,
      records: RECORDS,
    }),
  destroy: (adapter) => adapter.close(),
  capabilities: { ...WITH_TRANSACTIONS, ...CONTROL },
  runner,
  ids: 'integer',
  userFields: USER_FIELDS,
})

interface NodeSqlite {
  readonly DatabaseSync: {
    readonly prototype: NodeSqliteDatabase
    new (path: string): NodeSqliteDatabase
  }
}

// Types of this module come with those of a later Node.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as NodeSqlite

const db = new Kysely<object>({ dialect: nodeSqliteUrlDialect(':memory:', 10_000) })
const listening: SqliteListening[] = []

testAdapter({
  name: 'in memory',
  async create() {
    listening.push(listenToSqlite(DatabaseSync.prototype))
    const adapter = sqlAdapter({ db, dialect: 'sqlite', userFields: USER_FIELDS })
    await adapter.migrate()
    return adapter
  },
  async destroy() {
    for (const each of listening) each.stop()
    await db.destroy()
  },
  capabilities: WITH_TRANSACTIONS,
  runner,
  userFields: USER_FIELDS,
  countRows: () => countRows(db),
  report: {
    adapter: 'sql',
    store: 'SQLite through node:sqlite',
    version: () => readVersion(db, VERSION.sqlite),
    write,
    countQueries: (work) => countDuring({ statements: listening[0]?.statements ?? [] }, work),
  },
})

testAdapter({
  name: 'an open database',
  async create() {
    const adapter = nodeSqliteAdapter(new DatabaseSync(':memory:'))
    await adapter.migrate()
    return adapter
  },
  capabilities: WITH_TRANSACTIONS,
  runner,
})

void runner.describe('what is counted over node:sqlite', () => {
  void runner.it('includes the beginning and the end of a transaction', async () => {
    const database = new DatabaseSync(':memory:')
    const listened = listenToSqlite(database)
    const adapter = nodeSqliteAdapter(database)
    await adapter.migrate()
    const ada = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }
    const sent = await sentDuring(listened, () =>
      adapter.transaction((within) => within.createUser(ada)),
    )
    const [begin, insert, changes, ...more] = sent
    assert.match(insert ?? '', /^insert into "users"/)
    assert.deepEqual(
      [begin, changes, ...more],
      ['begin immediate', 'select changes() as changes', 'commit'],
    )
  })
})

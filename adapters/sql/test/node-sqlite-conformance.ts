/** Runs the suite over node:sqlite, as a program of a Node that has it. */
import * as runner from 'node:test'
import { testAdapter } from '@latchstring/adapter-conformance'
import { type CompiledQuery, Kysely } from 'kysely'
import { openSqlAdapter, sqlAdapter } from '../src/index.ts'
import { nodeSqliteUrlDialect } from '../src/lib/open-node-sqlite.ts'
import { type NodeSqliteDatabase, nodeSqliteAdapter } from '../src/node-sqlite.ts'
import {
  CAPABILITIES,
  USER_FIELDS,
  VERSION,
  countRows,
  countStatements,
  versionOf,
  write,
} from './subjects.ts'
import { createSqliteFile } from './sqlite-file.ts'

const driver = 'node:sqlite'

testAdapter({
  name: 'a file opened by URL',
  async create() {
    const database = await createSqliteFile()
    const adapter = openSqlAdapter(database.url, {
      driver,
      ids: 'integer',
      userFields: USER_FIELDS,
    })
    await adapter.migrate()
    const close = async (): Promise<void> => {
      await adapter.close()
      await database.drop()
    }
    return { ...adapter, close }
  },
  destroy: (adapter) => adapter.close(),
  capabilities: CAPABILITIES,
  runner,
  ids: 'integer',
  userFields: USER_FIELDS,
})

const statements: CompiledQuery[] = []
const db = new Kysely<object>({
  dialect: nodeSqliteUrlDialect(':memory:', 10_000),
  log({ query }) {
    statements.push(query)
  },
})

testAdapter({
  name: 'in memory',
  async create() {
    const adapter = sqlAdapter({ db, dialect: 'sqlite', userFields: USER_FIELDS })
    await adapter.migrate()
    return adapter
  },
  destroy: () => db.destroy(),
  capabilities: CAPABILITIES,
  runner,
  userFields: USER_FIELDS,
  countRows: () => countRows(db),
  report: {
    adapter: 'sql',
    store: 'SQLite through node:sqlite',
    version: () => versionOf(db, VERSION.sqlite),
    write,
    countQueries: (work) => countStatements({ statements })(work),
  },
})

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NodeSqliteDatabase
}

testAdapter({
  name: 'an open database',
  async create() {
    // Types of this module come with those of a later Node.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as NodeSqlite
    const adapter = nodeSqliteAdapter(new DatabaseSync(':memory:'))
    await adapter.migrate()
    return adapter
  },
  capabilities: CAPABILITIES,
  runner,
})

import { testAdapter } from '@latchstring/adapter-conformance'
import postgres from 'postgres'
import * as runner from 'vitest'
import { type Recording, recordDialect } from '../test/recording.ts'
import { createPostgresDatabase } from '../test/stores.ts'
import {
  CAPABILITIES,
  USER_FIELDS,
  VERSION,
  countRows,
  countStatements,
  versionOf,
  write,
} from '../test/subjects.ts'
import { sqlAdapter } from './index.ts'
import { postgresJsAdapter, postgresJsDialect } from './postgres-js.ts'

const overPostgresJs = async () => {
  const database = await createPostgresDatabase()
  const instance = postgres(database.url, { max: 5, onnotice: () => undefined })
  const drop = async (): Promise<void> => {
    await instance.end()
    await database.drop()
  }
  return { instance, drop }
}

testAdapter({
  name: 'an instance of postgres.js',
  async create() {
    const { instance, drop } = await overPostgresJs()
    const adapter = postgresJsAdapter(instance)
    await adapter.migrate()
    return { ...adapter, close: drop }
  },
  destroy: (adapter) => adapter.close(),
  capabilities: CAPABILITIES,
  runner,
})

const postgresJs: Recording[] = []
const openRecording = (): Recording => {
  const [found] = postgresJs
  if (found === undefined) throw new Error('nothing is open')
  return found
}

testAdapter({
  name: 'Kysely over postgres.js',
  async create() {
    const { instance, drop } = await overPostgresJs()
    const made = recordDialect(postgresJsDialect(instance))
    postgresJs.push(made)
    const adapter = sqlAdapter({ db: made.db, dialect: 'postgres', userFields: USER_FIELDS })
    await adapter.migrate()
    return { ...adapter, close: drop }
  },
  destroy: (adapter) => adapter.close(),
  capabilities: CAPABILITIES,
  runner,
  userFields: USER_FIELDS,
  countRows: () => countRows(openRecording().db),
  report: {
    adapter: 'sql',
    store: 'PostgreSQL through postgres.js',
    version: () => versionOf(openRecording().db, VERSION.postgres),
    write,
    countQueries: (work) => countStatements(openRecording())(work),
  },
})

import { RECORDS } from '../../../test/adapters/samples.ts'
import { testByUrl } from '../test/conformance.ts'
import { createMysqlDatabase, createPostgresDatabase } from '../test/stores.ts'

// Signing in through the core over these databases is tested with the layouts.
const OPTIONS = { sessionControl: true, records: RECORDS } as const

testByUrl({
  name: 'SQLite in memory',
  create: () => Promise.resolve({ url: ':memory:', drop: () => Promise.resolve() }),
  throughTheCore: false,
})
testByUrl({
  name: 'PostgreSQL through pg',
  create: createPostgresDatabase,
  options: OPTIONS,
  throughTheCore: false,
})
testByUrl({
  name: 'PostgreSQL through postgres.js',
  create: createPostgresDatabase,
  options: { driver: 'postgres', ...OPTIONS },
  throughTheCore: false,
})
testByUrl({
  name: 'MariaDB through mysql2',
  create: createMysqlDatabase,
  options: OPTIONS,
  throughTheCore: false,
})

import { testAdapter } from '@latchstring/adapter-conformance'
import * as runner from 'vitest'
import { CONTROL, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import {
  type TestDatabase,
  createMysqlDatabase,
  createPostgresDatabase,
  createSqliteFile,
} from '../test/stores.ts'
import { openMigrated } from '../test/open-migrated.ts'
import type { OpenSqlAdapterOptions } from './index.ts'

interface ByUrl {
  readonly name: string
  readonly create: () => Promise<TestDatabase>
  readonly options?: OpenSqlAdapterOptions
}

const IN_MEMORY: ByUrl['create'] = () =>
  Promise.resolve({ url: ':memory:', drop: () => Promise.resolve() })

const BY_URL: readonly ByUrl[] = [
  {
    name: 'SQLite in a file',
    create: createSqliteFile,
    options: { sessionControl: true, authenticatorNames: true },
  },
  { name: 'SQLite in memory', create: IN_MEMORY },
  {
    name: 'PostgreSQL through pg',
    create: createPostgresDatabase,
    options: { sessionControl: true, authenticatorNames: true },
  },
  {
    name: 'PostgreSQL through postgres.js',
    create: createPostgresDatabase,
    options: { driver: 'postgres', sessionControl: true, authenticatorNames: true },
  },
  {
    name: 'MariaDB through mysql2',
    create: createMysqlDatabase,
    options: { sessionControl: true, authenticatorNames: true },
  },
]

for (const { name, create, options = {} } of BY_URL) {
  testAdapter({
    name: `${name}, opened by URL`,
    create: async () => openMigrated(await create(), options),
    destroy: (adapter) => adapter.close(),
    capabilities: { ...WITH_TRANSACTIONS, ...(options.sessionControl === true ? CONTROL : {}) },
    // The other ways to connect are tested so with the layouts.
    throughTheCore: create === createSqliteFile,
    runner,
  })
}

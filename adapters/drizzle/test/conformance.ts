import { testAdapter, writeReport } from '@latchstring/adapter-conformance'
import { describeSchema, tableSql, type IdType } from '@latchstring/schema'
import * as runner from 'vitest'
import { countDuring } from '../../../test/wire/statements.ts'
import {
  COLUMN_OF_EACH_KIND,
  CONTROL,
  RECORDS,
  WITH_TRANSACTIONS,
} from '../../../test/adapters/samples.ts'
import { createDatabase } from './databases.ts'
import { type Driver, VERSION_QUERIES } from './drivers.ts'
import { importSchema } from './written-schema.ts'
import { drizzleAdapter } from '../src/index.ts'

async function open(driver: Driver, ids: IdType) {
  const { dialect } = driver
  const database = await createDatabase(dialect)
  const described = describeSchema({
    ids,
    userFields: COLUMN_OF_EACH_KIND,
    sessionControl: true,
    records: RECORDS,
  })
  await database.run(described.tables.flatMap((table) => tableSql(dialect, described, table)))
  const schema = await importSchema(dialect, described)
  const { db, close } = driver.connect(database.url)
  const adapter = drizzleAdapter(db, { schema })
  return {
    ...adapter,
    database,
    async close() {
      await close()
      await database.drop()
    },
  }
}

type Opened = Awaited<ReturnType<typeof open>>

const COUNTS = ['users', 'accounts', 'sessions', 'verification_tokens'].map(
  (table) => `(select count(*) from ${table}) as ${table}`,
)

async function countRows({ database }: Opened) {
  const counts = (await database.ask(`select ${COUNTS.join(', ')}`)).map(Number)
  const [users = 0, accounts = 0, sessions = 0, verificationTokens = 0] = counts
  return { users, accounts, sessions, verificationTokens }
}

/** Runs the suite with a driver, over tables with one form of ids; with a report where it goes through the core. */
export function testDriver(driver: Driver, ids: IdType, throughTheCore = false): void {
  let opened: Opened | undefined
  testAdapter<Opened>({
    name: `${driver.name}, ids: ${ids}`,
    async create() {
      opened = await open(driver, ids)
      return opened
    },
    destroy: (adapter) => adapter.close(),
    capabilities: { ...WITH_TRANSACTIONS, ...CONTROL },
    throughTheCore,
    runner,
    ids,
    userFields: COLUMN_OF_EACH_KIND,
    countRows,
    ...(throughTheCore
      ? {
          report: {
            adapter: 'drizzle',
            store: `${driver.store} (${driver.name})`,
            version: async () =>
              String((await opened?.database.ask(VERSION_QUERIES[driver.dialect]))?.[0]),
            write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
            countQueries: (work) => countDuring(opened?.database ?? { statements: [] }, work),
          },
        }
      : {}),
  })
}

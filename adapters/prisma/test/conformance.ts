import {
  testAdapter,
  type TestAdapterOptions,
  type TestRunner,
  writeReport,
} from '@latchstring/adapter-conformance'
import {
  describeSchema,
  type IdType,
  prismaSchema,
  type Schema,
  tableSql,
} from '@latchstring/schema'
import * as vitest from 'vitest'
import { countDuring } from '../../../test/wire/statements.ts'
import {
  COLUMN_OF_EACH_KIND,
  CONTROL,
  RECORDS,
  WITH_TRANSACTIONS,
} from '../../../test/adapters/samples.ts'
import { IN_FULL } from '../../../test/kit/src/in-part.ts'
import { createDatabase } from './databases.ts'
import { type ClientOptions, generateClient } from './generated-client.ts'
import { PUBLISHED_MODELS, PUBLISHED_TABLES } from './published-models.ts'
import { prismaAdapter, type PrismaAdapterOptions } from '../src/index.ts'

/** The races of 32 callers take half of the time. They are those of PostgreSQL, where the normal run has them through Kysely. */
const RACE = /\b32\b/

/** Leaves out races in the normal run, but for those that are the first test of a group. */
function withFewRaces(): TestRunner {
  let isFirst = true
  return {
    ...vitest,
    describe(name, define) {
      vitest.describe(name, () => {
        isFirst = true
        define()
      })
    },
    it(name, run) {
      if (IN_FULL || isFirst || !RACE.test(name)) vitest.it(name, run)
      isFirst = false
    },
  }
}

const runner = withFewRaces()

const WRITTEN_NAMES = ['users', 'accounts', 'sessions', 'verification_tokens']
const PUBLISHED_NAMES = ['"User"', '"Account"', '"Session"', '"VerificationToken"']

interface Setup {
  readonly models: string
  readonly tables: readonly string[]
  readonly client: ClientOptions
  readonly options?: PrismaAdapterOptions
}

/** As Prisma makes them: it has no index without regard to letter case. */
const plainIndexes = (schema: Schema): Schema => ({
  ...schema,
  tables: schema.tables.map((table) => ({
    ...table,
    indexes: table.indexes.map((index) => ({ ...index, ignoresCase: false })),
  })),
})

function written(ids: IdType): Setup {
  const schema = plainIndexes(
    describeSchema({
      ids,
      userFields: COLUMN_OF_EACH_KIND,
      sessionControl: true,
      records: RECORDS,
    }),
  )
  return {
    models: prismaSchema('postgres', schema),
    tables: schema.tables.flatMap((table) => tableSql('postgres', schema, table)),
    client: { joins: true },
  }
}

async function open({ models, tables, client, options }: Setup) {
  const database = await createDatabase()
  await database.run(tables)
  const generated = await generateClient(models, client)
  const connected = generated.connect(database.url)
  return {
    ...prismaAdapter(connected.client, options),
    database,
    async close() {
      await connected.close()
      await generated.remove()
      await database.drop()
    },
  }
}

type Opened = Awaited<ReturnType<typeof open>>

function counter(names: readonly string[]) {
  const counts = names.map((name, index) => `(select count(*) from ${name}) as count_${index}`)
  return async ({ database }: Opened) => {
    const counted = (await database.ask(`select ${counts.join(', ')}`)).map(Number)
    const [users = 0, accounts = 0, sessions = 0, verificationTokens = 0] = counted
    return { users, accounts, sessions, verificationTokens }
  }
}

function testModels(
  name: string,
  setup: Setup,
  more: Partial<TestAdapterOptions<Opened>> = {},
  reported = false,
): void {
  let opened: Opened | undefined
  testAdapter<Opened>({
    name,
    async create() {
      opened = await open(setup)
      return opened
    },
    destroy: (adapter) => adapter.close(),
    capabilities: WITH_TRANSACTIONS,
    runner,
    ...more,
    ...(reported
      ? {
          report: {
            adapter: 'prisma',
            store: 'PostgreSQL',
            version: async () => String((await opened?.database.ask('show server_version'))?.[0]),
            write: writeReport(new URL('../../../artifacts/adapters/', import.meta.url)),
            countQueries: (work) => countDuring(opened?.database ?? { statements: [] }, work),
          },
        }
      : {}),
  })
}

/** Runs the suite with the models of prismaSchema and one form of ids; with a report where it goes through the core. */
export function testWrittenModels(ids: IdType, throughTheCore = false): void {
  const more = {
    capabilities: { ...WITH_TRANSACTIONS, ...CONTROL },
    ids,
    throughTheCore,
    userFields: COLUMN_OF_EACH_KIND,
    countRows: counter(WRITTEN_NAMES),
  }
  const name = `passes the suite with the models of prismaSchema, ids: ${ids}`
  testModels(name, written(ids), more, throughTheCore)
}

/** Runs the suite with the models of next-auth's adapter. */
export function testPublishedModels(): void {
  testModels(
    'passes the suite with the models of the next-auth adapter',
    {
      models: PUBLISHED_MODELS,
      tables: PUBLISHED_TABLES,
      // The suite compares users as a whole, and this field changes by itself.
      client: { joins: false, omit: { user: { updatedAt: true } } },
      options: { userIds: 'model' },
    },
    { throughTheCore: false, countRows: counter(PUBLISHED_NAMES) },
  )
}

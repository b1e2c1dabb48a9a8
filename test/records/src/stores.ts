import { drizzleAdapter } from '@latchstring/adapter-drizzle'
import { dynamodbAdapter } from '@latchstring/adapter-dynamodb'
import { mongodbAdapter } from '@latchstring/adapter-mongodb'
import { prismaAdapter } from '@latchstring/adapter-prisma'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { unstorageAdapter } from '@latchstring/adapter-unstorage'
import {
  type Adapter,
  emailMails,
  mailProofs,
  type RecordTable,
  waitingSignIns,
} from '@latchstring/core/adapters'
import { describeSchema, prismaSchema, tableSql } from '@latchstring/schema'
import { createStorage } from 'unstorage'
import { createDatabase as createForDrizzle } from '../../../adapters/drizzle/test/databases.ts'
import { findDriver } from '../../../adapters/drizzle/test/drivers.ts'
import { importSchema } from '../../../adapters/drizzle/test/written-schema.ts'
import { connect as connectDynamodb } from '../../../adapters/dynamodb/test/server.ts'
import { connect as connectFakeMongodb } from '../../../adapters/mongodb/test/connection.ts'
import { createDatabase as createForPrisma } from '../../../adapters/prisma/test/databases.ts'
import { generateClient } from '../../../adapters/prisma/test/generated-client.ts'
import { connectIoRedis } from '../../../adapters/redis/test/clients.ts'
import { startCluster } from '../../../adapters/redis/test/cluster.ts'
import {
  createMysqlDatabase,
  createPostgresDatabase,
  createSqliteFile,
  type TestDatabase,
} from '../../../adapters/sql/test/stores.ts'
import { notes } from '../../flows/src/notes-feature.ts'
import { quizAnswers } from '../../flows/src/quiz-feature.ts'
import { OWNED, type RealStore, ROWS } from './bridge.ts'

/** The tables that every store has to keep. */
const TABLES = [ROWS, OWNED, emailMails, mailProofs, waitingSignIns, notes, quizAnswers] as const

type Tables = readonly RecordTable[]

type Users = Required<Pick<Adapter, 'createUser' | 'deleteUser'>>

/** A store that is closed after its tests. */
export interface OpenStore extends RealStore {
  readonly adapter: Adapter
  readonly users: Users
  readonly close: () => Promise<unknown>
}

/** A kind of store. */
export interface Kind {
  readonly name: string
  /** Opens an empty one that keeps records of the tables given, or of those that every store has to keep. */
  readonly open: (tables?: Tables) => Promise<OpenStore>
  /** How many orders of a scene are run over it at most. */
  readonly most: number
}

/** An adapter as the store of the model. */
function toStore(adapter: Adapter, close: () => Promise<unknown>): OpenStore {
  const { records } = adapter
  const createUser = adapter.createUser?.bind(adapter)
  const deleteUser = adapter.deleteUser?.bind(adapter)
  if (!records || !createUser || !deleteUser) throw new TypeError('The adapter has no records.')
  return {
    adapter,
    records,
    users: { createUser, deleteUser },
    async createUser(name) {
      const id = crypto.randomUUID()
      return (await createUser({ id, email: `${name}@example.com`, emailVerified: null })).id
    },
    close,
  }
}

const sql =
  (create: () => Promise<TestDatabase>): Kind['open'] =>
  async (records = TABLES) => {
    const database = await create()
    const adapter = openSqlAdapter(database.url, { sessionControl: true, records })
    await adapter.migrate()
    return toStore(adapter, async () => {
      await adapter.close()
      await database.drop()
    })
  }

const inMemory = async (): Promise<TestDatabase> => ({
  url: ':memory:',
  drop: () => Promise.resolve(),
})

async function openRedis(): Promise<OpenStore> {
  const { client, prefix, close } = await connectIoRedis()
  return toStore(redisAdapter(client, { prefix }), close)
}

async function openCluster(): Promise<OpenStore> {
  const cluster = await startCluster()
  return toStore(redisAdapter(await cluster.connect.ioredis()), () => cluster.stop())
}

async function openDynamodb(): Promise<OpenStore> {
  const connection = await connectDynamodb()
  return toStore(dynamodbAdapter(connection.client), () => connection.close())
}

async function openFakeMongodb(): Promise<OpenStore> {
  const connection = await connectFakeMongodb()
  const adapter = mongodbAdapter(connection.client)
  await adapter.createIndexes()
  return toStore(adapter, () => connection.close())
}

async function openDrizzle(records: Tables = TABLES): Promise<OpenStore> {
  const database = await createForDrizzle('postgres')
  const schema = describeSchema({ sessionControl: true, records })
  await database.run(schema.tables.flatMap((table) => tableSql('postgres', schema, table)))
  const { db, close } = findDriver('postgres').connect(database.url)
  const tables = await importSchema('postgres', schema)
  return toStore(drizzleAdapter(db, { schema: tables }), async () => {
    await close()
    await database.drop()
  })
}

async function openPrisma(records: Tables = TABLES): Promise<OpenStore> {
  const database = await createForPrisma()
  const schema = describeSchema({ sessionControl: true, records })
  await database.run(schema.tables.flatMap((table) => tableSql('postgres', schema, table)))
  const generated = await generateClient(prismaSchema('postgres', schema), { joins: false })
  const { client, close } = generated.connect(database.url)
  return toStore(prismaAdapter(client), async () => {
    await close()
    await generated.remove()
    await database.drop()
  })
}

const openUnstorage = async (): Promise<OpenStore> =>
  toStore(unstorageAdapter(createStorage(), { singleWriter: true }), () => Promise.resolve())

/** The one that is there in every run of the tests. */
export const SQLITE: Kind = { name: 'SQLite in memory', open: sql(inMemory), most: 4000 }

/** Those that need a server, or time. */
export const OTHERS: readonly Kind[] = [
  { name: 'SQLite in a file', open: sql(createSqliteFile), most: 2000 },
  { name: 'PostgreSQL', open: sql(createPostgresDatabase), most: 4000 },
  { name: 'MariaDB', open: sql(createMysqlDatabase), most: 4000 },
  { name: 'Drizzle over PostgreSQL', open: openDrizzle, most: 1000 },
  { name: 'Prisma over PostgreSQL', open: openPrisma, most: 500 },
  { name: 'unstorage in memory', open: openUnstorage, most: 4000 },
  { name: 'Redis', open: openRedis, most: 4000 },
  { name: 'Redis Cluster', open: openCluster, most: 2000 },
  { name: 'DynamoDB (dynalite)', open: openDynamodb, most: 500 },
  { name: 'MongoDB (FAKE server)', open: openFakeMongodb, most: 500 },
]

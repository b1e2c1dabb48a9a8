import { dynamodbAdapter } from '@latchstring/adapter-dynamodb'
import { mongodbAdapter } from '@latchstring/adapter-mongodb'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { Adapter } from '@latchstring/core/adapters'
import { connect as connectDynamodb } from '../../../../adapters/dynamodb/test/server.ts'
import { connect as connectFakeMongodb } from '../../../../adapters/mongodb/test/connection.ts'
import { connectIoRedis } from '../../../../adapters/redis/test/clients.ts'
import {
  createPostgresDatabase,
  createSqliteFile,
  type TestDatabase,
} from '../../../../adapters/sql/test/stores.ts'
import { createCleanUps } from './living-store.ts'

/** A store of the test run that processes of one application share. */
export interface SharedStore {
  /** An adapter for one more process, over connections of its own. */
  readonly open: () => Promise<Adapter>
  readonly close: () => Promise<void>
}

const sql = (create: () => Promise<TestDatabase>) => async (): Promise<SharedStore> => {
  const cleanUps = createCleanUps()
  const database = await create()
  cleanUps.add(() => database.drop())
  return {
    async open() {
      const adapter = openSqlAdapter(database.url, { sessionControl: true, records: true })
      cleanUps.add(() => adapter.close())
      await adapter.migrate()
      return adapter
    },
    close: cleanUps.run,
  }
}

async function startRedis(): Promise<SharedStore> {
  const cleanUps = createCleanUps()
  const prefix = `test-${crypto.randomUUID()}`
  return {
    async open() {
      const { client, close } = await connectIoRedis(prefix)
      cleanUps.add(close)
      return redisAdapter(client, { prefix })
    },
    close: cleanUps.run,
  }
}

async function startDynamodb(): Promise<SharedStore> {
  const connection = await connectDynamodb()
  return {
    open: async () => dynamodbAdapter(connection.another()),
    close: () => connection.close(),
  }
}

async function startFakeMongodb(): Promise<SharedStore> {
  const connection = await connectFakeMongodb()
  await mongodbAdapter(connection.client).createIndexes()
  return {
    open: async () => mongodbAdapter(connection.another()),
    close: () => connection.close(),
  }
}

/** One of each kind of store with several processes. */
export const SHARED_STORES: readonly (readonly [string, () => Promise<SharedStore>])[] = [
  ['SQLite (a file)', sql(createSqliteFile)],
  ['PostgreSQL', sql(createPostgresDatabase)],
  ['Redis', startRedis],
  ['DynamoDB (dynalite)', startDynamodb],
  ['MongoDB (FAKE server)', startFakeMongodb],
]

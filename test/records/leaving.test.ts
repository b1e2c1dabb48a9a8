import { dynamodbAdapter } from '@latchstring/adapter-dynamodb'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { connect as connectDynamodb } from '../../adapters/dynamodb/test/server.ts'
import { connectIoRedis } from '../../adapters/redis/test/clients.ts'
import { createPostgresDatabase } from '../../adapters/sql/test/stores.ts'
import { leavingScenes } from '../flows/src/leaving-scenes.ts'
import { LEAVING_TABLES } from '../flows/src/leaving-world.ts'

leavingScenes('PostgreSQL', async () => {
  const database = await createPostgresDatabase()
  const adapter = openSqlAdapter(database.url, { sessionControl: true, records: LEAVING_TABLES })
  await adapter.migrate()
  return {
    adapter,
    async close() {
      await adapter.close()
      await database.drop()
    },
  }
})

leavingScenes('Redis', async () => {
  const { client, prefix, close } = await connectIoRedis()
  return { adapter: redisAdapter(client, { prefix }), close }
})

leavingScenes('DynamoDB (dynalite)', async () => {
  const connection = await connectDynamodb()
  return { adapter: dynamodbAdapter(connection.client), close: () => connection.close() }
})

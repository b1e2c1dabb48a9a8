import { once } from 'node:events'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import { type OpenStore, type PublishedAdapter, type Row, versionOf } from './store.ts'

/** The table that the documentation of the adapter describes: one for everything, with one index. */
const TABLE = new CreateTableCommand({
  TableName: 'next-auth',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'GSI1',
      KeySchema: [
        { AttributeName: 'GSI1PK', KeyType: 'HASH' },
        { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
})

async function startServer(): Promise<{ readonly server: Server; readonly endpoint: string }> {
  // The package has no types.
  const dynalite = createRequire(import.meta.url)('dynalite') as (options: object) => Server
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return { server, endpoint: `http://127.0.0.1:${port}` }
}

function watch(client: DynamoDBDocument): Pick<OpenStore, 'look' | 'clear'> {
  const scan = async (): Promise<readonly Row[]> =>
    (await client.scan({ TableName: 'next-auth', ConsistentRead: true })).Items ?? []
  const startsWith = (row: Row, name: string, text: string): boolean =>
    String(row[name]).startsWith(text)
  return {
    async look() {
      const rows = await scan()
      return {
        users: rows.filter((row) => startsWith(row, 'sk', 'USER#')),
        accounts: rows.filter((row) => startsWith(row, 'sk', 'ACCOUNT#')),
        sessions: rows.filter((row) => startsWith(row, 'sk', 'SESSION#')),
        tokens: rows.filter((row) => startsWith(row, 'pk', 'VT#')),
      }
    },
    async clear() {
      for (const { pk, sk } of await scan()) {
        await client.delete({ TableName: 'next-auth', Key: { pk, sk } })
      }
    },
  }
}

export const dynamodb: PublishedAdapter = {
  name: '@auth/dynamodb-adapter',
  async open() {
    const { server, endpoint } = await startServer()
    const client = new DynamoDBClient({
      endpoint,
      region: 'local',
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    })
    await client.send(TABLE)
    const document = DynamoDBDocument.from(client, {
      marshallOptions: {
        convertEmptyValues: true,
        removeUndefinedValues: true,
        convertClassInstanceToMap: true,
      },
    })
    return {
      adapter: DynamoDBAdapter(document),
      ...watch(document),
      version: () => Promise.resolve(`dynalite ${versionOf('dynalite')}`),
      async close() {
        client.destroy()
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      },
    }
  },
}

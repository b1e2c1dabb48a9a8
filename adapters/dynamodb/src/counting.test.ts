import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '../test/server.ts'
import { type DynamodbAdapter, dynamodbAdapter } from './index.ts'

let connection: Connection
let adapter: DynamodbAdapter
beforeEach(async () => {
  connection = await connect()
  adapter = dynamodbAdapter(connection.client)
})
afterEach(() => connection.close())

/** What was counted during the work, and what arrived at the server. */
async function sentDuring(work: () => Promise<unknown>) {
  const [counted, received] = [connection.commands.length, connection.received.length]
  await work()
  return {
    counted: connection.commands.slice(counted),
    received: connection.received.slice(received),
  }
}

describe('the count of commands sent to DynamoDB', () => {
  it('equals what the server receives', async () => {
    const { counted, received } = await sentDuring(async () => {
      await adapter.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
      await adapter.deleteUser('ada')
    })
    expect(counted.slice(0, 3)).toEqual(['Query', 'PutItem', 'PutItem'])
    expect(counted).toEqual(received)
  })

  it('includes retries of the SDK', async () => {
    connection.hangUp()
    const { counted, received } = await sentDuring(() => adapter.getUser('ada'))
    expect(counted).toEqual(['GetItem', 'GetItem'])
    expect(counted).toEqual(received)
  })
})
